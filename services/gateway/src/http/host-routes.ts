import express, { type Router } from 'express';
import { MessageMalformed, enrolHost } from '@pitwall/contracts';
import type { Log } from '@pitwall/service-kit';
import { JoinRefused, type HostEnrolment } from '../hosts/host-enrolment.js';

/** POST /hosts/enrol and /hosts/connect: each carries its own secret, so no person's token is asked for. */
export function hostRoutes(enrolment: HostEnrolment, log: Log): Router {
  const router = express.Router();
  const answer =
    (work: (body: unknown, bearer: string) => Promise<unknown>): express.RequestHandler =>
    async (request, response) => {
      try {
        const bearer = /^Bearer ([^\s]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
        response.json(await work(request.body, bearer));
      } catch (error) {
        if (error instanceof JoinRefused) {
          response.status(401).json({ error: { code: error.code, message: error.message, hint: error.hint } });
        } else if (error instanceof MessageMalformed) {
          response.status(400).json({ error: { code: 'BAD_REQUEST', message: error.message, hint: '' } });
        } else {
          log.error({ err: error }, 'a host could not be connected');
          response
            .status(503)
            .json({ error: { code: 'UNAVAILABLE', message: 'Try again in a moment.', hint: 'See pitwall status.' } });
        }
      }
    };
  router.use(express.json({ limit: '16kb' }));
  router.post(
    '/enrol',
    answer((body) => enrolment.enrol(enrolHost.parseValue(body))),
  );
  router.post(
    '/connect',
    answer((_body, bearer) => enrolment.connect(bearer)),
  );
  return router;
}
