import type { FastifyInstance } from 'fastify';
import { Refusal } from '@daybook/contracts/refusals';

/** Five hundred browsers that return at once make fewer than twice as many requests at the same moment. A waiting one holds some 50 KB. */
const mostInHand = 1_000;

/**
 * Refuses UNAVAILABLE while so many requests wait for their answer, before any work for one more. An answer that has begun, such as
 * a file or a stream of events, is not counted.
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
    // A sender who has gone gets no answer.
    reply.raw.once('close', release);
  });
  app.addHook('onSend', async (request) => letGo.get(request)?.());
}
