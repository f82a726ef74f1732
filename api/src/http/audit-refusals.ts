import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RefusalCode } from '@daybook/contracts/refusals';
import { actAs, json } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { asRefusal, refuse } from './refuse.ts';

/** Refusals of attempts to exceed one's permissions or scope. */
const audited: ReadonlySet<RefusalCode> = new Set([
  'PERM_DENIED',
  'SCOPE_TOO_WIDE',
  'GRANT_NOT_HELD',
  'OWN_ACCOUNT',
  'APPROVER_IS_AUTHOR',
  'LAST_SUPER_ADMIN',
]);

const Named = z.object({ id: z.uuid() });

/** Writes a row to the audit log, for the record that the request named, else for the person. The input is not in it. */
async function keepRefused(request: FastifyRequest, code: RefusalCode): Promise<void> {
  const { caller, server, params } = request;
  const { action, endpoint } = request.routeOptions.config;
  if (!caller || !action || endpoint?.method === 'GET' || endpoint?.reads || !audited.has(code)) return;
  await inTransaction(server.db, async (db) => {
    await db.executeQuery(actAs(caller.id, request.id, action, request.ip));
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

/** Answers like `refuse`, and records attempts to exceed one's rights. The answer does not wait for an unavailable database. */
export async function refuseAndKeep(error: Error, request: FastifyRequest, reply: FastifyReply) {
  try {
    await keepRefused(request, asRefusal(error).code);
  } catch (failure) {
    request.log.error({ err: failure }, 'a refused attempt could not be recorded');
  }
  refuse(error, request, reply);
  return reply;
}
