import { setTimeout as wait } from 'node:timers/promises';
import { sealBatch } from '../src/audit/seal.ts';
import { verifyAudit } from '../src/audit/verify.ts';
import type { Db } from '../src/db/database.ts';

/** Seals until no row is left: rows wait for every older transaction of the whole server, including those of other tests. */
export async function sealAll(db: Db, sealSome = sealBatch): Promise<void> {
  while ((await sealSome(db)) > 0);
  if ((await verifyAudit(db)).unsealed === 0) return;
  await wait(20);
  await sealAll(db, sealSome);
}
