import { build } from 'esbuild';

/**
 * One small file for what every command needs; what only some need is imported when it is used. The stack and the
 * services stay outside: they are found in the checkout, where native modules and the servers' programs lie beside them.
 */
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: { pitwall: 'src/main.ts' },
  outdir: 'dist',
  entryNames: '[name]',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  // commander is CommonJS and asks for node's own modules by require.
  banner: {
    js: "import { createRequire as pitwallRequire } from 'node:module';\nconst require = pitwallRequire(import.meta.url);",
  },
  alias: {
    '@pitwall/stack/home': '../stack/src/home-access.ts',
    '@pitwall/stack/control': '../stack/src/control.ts',
  },
  external: [
    'esbuild',
    '@pitwall/stack',
    '@pitwall/service-kit',
    '@pitwall/runtime-host',
    '@pitwall/matcher',
    '@pitwall/session-state',
    '@pitwall/gateway',
    '@lydell/node-pty',
    'pg',
    'knex',
    'pino',
  ],
});
