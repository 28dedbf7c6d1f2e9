/** One project per kind of test; `./pitwall test KIND` selects it by name. */
const source = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@pitwall/service-kit/testing$': '<rootDir>/libs/service-kit/src/testing/index.ts',
    '^@pitwall/(contracts|service-kit)$': '<rootDir>/libs/$1/src/index.ts',
    '^@pitwall/(runtime-host|matcher|session-state|gateway)$': '<rootDir>/services/$1/src/index.ts',
    '^@pitwall/(stack|cli)$': '<rootDir>/$1/src/index.ts',
  },
  modulePathIgnorePatterns: ['/dist/', '/.cache/'],
};

const project = (displayName, testMatch) => ({ ...source, displayName, testMatch, rootDir: import.meta.dirname });

export default {
  projects: [
    project('unit', [
      '<rootDir>/{libs,services}/*/test/unit/**/*.test.ts',
      '<rootDir>/{stack,cli,web}/test/unit/**/*.test.ts',
    ]),
    project('service', [
      '<rootDir>/{libs,services}/*/test/service/**/*.test.ts',
      '<rootDir>/{stack,cli}/test/service/**/*.test.ts',
    ]),
    project('e2e', ['<rootDir>/e2e/{stories,real-cli,faults,replay,hostile}/**/*.test.ts']),
    project('browser', ['<rootDir>/e2e/browser/**/*.test.ts']),
    project('compose', ['<rootDir>/e2e/compose/**/*.test.ts']),
  ],
  maxWorkers: 2,
  testTimeout: 30_000,
};
