import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents from the gateway's SDL; run `npm run codegen -w web` after a change of either. */
const config: CodegenConfig = {
  schema: '../services/gateway/schema/*.graphql',
  documents: 'src/**/*.{ts,tsx}',
  ignoreNoDocuments: true,
  generates: {
    'src/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: { useTypeImports: true, enumsAsTypes: true, scalars: { JSON: 'unknown' }, documentMode: 'string' },
    },
  },
};

export default config;
