import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

interface Imported {
  subscriptionId: string;
  importId: string;
  taskIds: string[];
}

/** Keeps what the undo of the import takes back. */
export async function keepImported(db: Db, imported: Imported): Promise<void> {
  await db.insertInto('importedSubscription').values(imported).execute();
}

/** The subscriptions that an import began, by client. */
export async function importedOf(
  db: Db,
  importId: string,
  clientIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await db
    .selectFrom('importedSubscription as imported')
    .innerJoin('subscription', 'subscription.id', 'imported.subscriptionId')
    .select(['subscription.id', 'subscription.clientId'])
    .where('imported.importId', '=', importId)
    .where(sql<boolean>`subscription.client_id = any (${clientIds}::uuid[])`)
    .execute();
  return new Map(found.map(({ id, clientId }) => [clientId, id]));
}

const codes = {
  invoiced: 'PACKAGE_INVOICED',
  worked_on: 'PACKAGE_WORKED_ON',
  changed: 'PACKAGE_CHANGED',
} as const;

/** Deletes a subscription with its series and its tasks. Returns why not, if something of it was invoiced, worked on or changed. */
export async function takeBackSubscription(
  db: Db,
  id: string,
): Promise<(typeof codes)[keyof typeof codes] | null> {
  const { rows } = await sql<{
    why: keyof typeof codes | null;
  }>`select take_back_subscription(${id}) as why`.execute(db);
  const why = rows[0]?.why ?? null;
  return why && codes[why];
}
