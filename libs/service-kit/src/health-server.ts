import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import { healthLine, type Health } from './health.js';

export interface HealthServerOptions {
  readonly port: number;
  readonly address: string;
  readonly health: Health;
  readonly metrics: Registry;
}

/** `/healthz`, `/readyz` and `/metrics` of a service that has no other port; for monitors, so without a token. */
export async function serveHealth(options: HealthServerOptions): Promise<() => Promise<void>> {
  const { port, address, health, metrics } = options;
  const server = createServer((request, response) => {
    const json = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const answer = async (): Promise<void> => {
      switch (request.url) {
        case '/healthz':
          return json(200, { ok: true });
        case '/readyz': {
          const report = await health.report();
          return json(report.ok ? 200 : 503, { ok: report.ok, detail: healthLine(report, 'ready') });
        }
        case '/metrics': {
          const text = await metrics.metrics();
          response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
          return;
        }
        default:
          return json(404, { error: { code: 'NOT_FOUND', message: 'Here are /healthz, /readyz and /metrics.' } });
      }
    };
    answer().catch(() => response.destroy());
  });
  server.listen(port, address);
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
