import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { FirmMark, FirmSettings, firm } from '@daybook/contracts/settings/firm/firm';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import type { Image } from '../../images/shrink-thread.ts';
import { getFirm, getFirmMark, storedFirm } from './firm.queries.ts';

/** Refuses VERSION_CONFLICT. */
export async function saveFirm(
  db: Db,
  { name, proposesHours, billsApprovedWeeks }: ParsedInputOf<typeof firm.save>,
  version: number,
): Promise<FirmSettings> {
  const { id } = await storedFirm(db);
  await lockAtVersion(db, 'firm', id, version, () => getFirm(db));
  await db
    .updateTable('firm')
    .set({
      name,
      ...(proposesHours !== undefined && { proposesHours }),
      ...(billsApprovedWeeks !== undefined && { billsApprovedWeeks }),
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getFirm(db);
}

export async function putFirmLogo(db: Db, logo: Image | null): Promise<FirmMark> {
  await db
    .updateTable('firm')
    .set({ logo: logo?.bytes ?? null, logoType: logo?.type ?? null })
    .execute();
  return getFirmMark(db);
}
