import { setUpCompose } from './set-up.js';

// The volumes are mounted here; see docker-compose.yml.
setUpCompose({
  root: '/set-up',
  postgres: 'postgres:5432',
  nats: { listen: '0.0.0.0:4222', data: '/data' },
}).then(
  () => process.stdout.write('keys and credentials are in place\n'),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
