import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RefusalCode } from '@daybook/contracts/refusals';
import { actAs, json } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { asRefusal, refuse } from './refuse.ts';

/** Tries to do more than one may, or to come to see more. */
const audited: ReadonlySet<RefusalCode> = new Set([
  'PERM_DENIED',
  'SCOPE_TOO_WIDE',
  'GRANT_NOT_HELD',
  'OWN_ACCOUNT',
  'APPROVER_IS_AUTHOR',
  'LAST_SUPER_ADMIN',
]);

const Named = z.object({ id: z.uuid() });

/** A row in the audit log, of the record that was named, else of the person; what was typed is not in it. */
async function keepRefused(request: FastifyRequest, code: RefusalCode): Promise<void> {
  const { caller, server, params } = request;
  const { action, endpoint } = request.routeOptions.config;
  if (!caller || !action || endpoint?.method === 'GET' || endpoint?.reads || !audited.has(code)) return;
  await inTransaction(server.db, async (db) => {
    await db.executeQuery(actAs(caller.id, request.id, action));
    await db
      .insertInto('auditEvent')
      .values({
        actorId: caller.id,
        requestId: request.id,
        action,
        entity: 'refusal',
        entityId: Named.safeParse(params).data?.id ?? caller.id,
        body: json({ after: { code } }),
        hash: Buffer.alloc(0),
      })
      .execute();
  });
}

/** As `refuse`, and keeps who tried what they may not; an answer does not wait for a database that is not there. */
export async function refuseAndKeep(error: Error, request: FastifyRequest, reply: FastifyReply) {
  try {
    await keepRefused(request, asRefusal(error).code);
  } catch (failure) {
    request.log.error({ err: failure }, 'a refused try was not kept');
  }
  refuse(error, request, reply);
  return reply;
}
