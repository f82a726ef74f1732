import { sql } from 'kysely';
import type { RemoteLoad } from '@daybook/contracts/remote-loads';
import type { Db } from '../db/database.ts';

export async function keepRemoteLoads(db: Db, loads: readonly RemoteLoad[]): Promise<void> {
  await db.insertInto('remoteLoad').values(loads).execute();
}

export async function purgeRemoteLoads(db: Db): Promise<void> {
  await db
    .deleteFrom('remoteLoad')
    .where('at', '<', sql<string>`now() - interval '30 days'`)
    .execute();
}
