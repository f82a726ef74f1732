import { sql } from 'kysely';
import type { clientErasure } from '@daybook/contracts/crm/clients/client-erasure';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { lockAtVersion } from '../../../db/versions.ts';
import { getClient } from '../clients.queries.ts';
import { obstaclesOf } from './erasure-preview.queries.ts';

/**
 * Erases a client. The database does it and holds its laws; here they are told beforehand. Refuses NOT_FOUND, VERSION_CONFLICT,
 * CLIENT_ERASED, CODE_DIFFERS on `code`, and CLIENT_NOT_SETTLED with the obstacles.
 */
export async function eraseClient(
  db: Db,
  user: CurrentUser,
  { id, code, reason }: ParsedInputOf<typeof clientErasure.erase>,
  version: number,
): Promise<Client> {
  await sql`select lock_for_erasure(${id})`.execute(db);
  const client = await lockAtVersion(db, 'client', id, version, () => getClient(db, user, id));
  if (client.erasedAt !== null) throw new Refusal('CLIENT_ERASED');
  if (client.code !== code) throw refuseField('INPUT_INVALID', 'code', {}, 'CODE_DIFFERS');
  const obstacles = await obstaclesOf(db, id);
  if (obstacles.length > 0) throw new Refusal('CLIENT_NOT_SETTLED', { obstacles });
  await sql`select erase_client(${id}, ${reason})`.execute(db);
  return getClient(db, user, id);
}
