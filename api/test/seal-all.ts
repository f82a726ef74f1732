import { setTimeout as wait } from 'node:timers/promises';
import { sealBatch } from '../src/audit/seal.ts';
import { verifyAudit } from '../src/audit/verify.ts';
import type { Db } from '../src/db/database.ts';

/** Seals until nothing waits: rows wait for every older transaction of the whole server, those of other tests among them. */
export async function sealAll(db: Db): Promise<void> {
  while ((await sealBatch(db)) > 0);
  if ((await verifyAudit(db)).unsealed === 0) return;
  await wait(20);
  await sealAll(db);
}
