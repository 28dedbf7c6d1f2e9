import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';

/** What a pure `core/` may not touch: the outside world, clocks and chance. */
const PURE_CORE = {
  files: ['**/src/core/**/*.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: '^node:', message: 'core/ is pure: no node modules.' },
          { regex: '/(io|handlers)/', message: 'core/ is pure: no I/O.' },
        ],
      },
    ],
    'no-restricted-globals': [
      'error',
      'process',
      'setTimeout',
      'setInterval',
      'fetch',
      'performance',
      'crypto',
      'console',
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: 'core/ is pure: time comes in with the event.' },
      { object: 'Math', property: 'random', message: 'core/ is pure: no chance.' },
    ],
    'no-restricted-syntax': [
      'error',
      { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'core/ is pure: no clock.' },
    ],
  },
};

/** process.env is read in config.ts and nowhere else. */
const ENV_IN_CONFIG_ONLY = {
  files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts', 'stack/src/**/*.ts'],
  ignores: ['**/src/config.ts', '**/src/core/**', '**/testing/**'],
  rules: {
    'no-restricted-properties': [
      'error',
      { object: 'process', property: 'env', message: 'Read the environment in config.ts.' },
    ],
  },
};

export default tseslint.config(
  { ignores: ['**/dist/', '**/generated/', '.cache/', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.tsx', '.js'], extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } }),
      ],
      'import-x/extensions': ['.ts', '.tsx'],
    },
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'import-x/no-cycle': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'max-params': ['error', 4],
    },
  },
  {
    // The build leaves tests out, so the project service doesn't find them by itself.
    files: ['{libs,services}/*/test/**/*.ts', '{stack,cli}/test/**/*.ts', 'e2e/**/*.ts', 'bench/**/*.ts'],
    languageOptions: { parserOptions: { projectService: false, project: './tsconfig.test.json' } },
  },
  PURE_CORE,
  ENV_IN_CONFIG_ONLY,
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        setTimeout: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        clearTimeout: 'readonly',
      },
    },
  },
);
