import type { FastifyInstance } from 'fastify';
import { Refusal } from '@daybook/contracts/refusals';

/** Five hundred browsers that come back at once ask less than twice as much in the same moment. Each that waits holds some 50 KB. */
const mostInHand = 1_000;

/**
 * Refuses UNAVAILABLE while so many requests wait for their answer, before anything is done for one more. What has begun to be sent, a
 * file or a stream of events, is not counted.
 */
export function boundRequests(app: FastifyInstance, most = mostInHand): void {
  let inHand = 0;
  const letGo = new WeakMap<object, () => void>();
  app.addHook('onRequest', async (request, reply) => {
    if (inHand >= most) throw new Refusal('UNAVAILABLE', { inHand });
    inHand += 1;
    let isHeld = true;
    const release = () => {
      if (isHeld) inHand -= 1;
      isHeld = false;
    };
    letGo.set(request, release);
    // Whoever has gone is sent nothing.
    reply.raw.once('close', release);
  });
  app.addHook('onSend', async (request) => letGo.get(request)?.());
}
