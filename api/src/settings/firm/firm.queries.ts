import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { FirmMark, FirmSettings } from '@daybook/contracts/settings/firm/firm';
import type { Db } from '../../db/database.ts';
import type { Image } from '../../images/shrink-thread.ts';

type Stored = FirmSettings & { id: string };

/** The row of the firm, which the migration made. */
export async function storedFirm(db: Db): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select id, version, name, proposes_hours, bills_approved_weeks, case when logo is not null then floor(extract(epoch from updated_at) * 1000)::float8 end as logo from firm`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

export async function getFirm(db: Db): Promise<FirmSettings> {
  const { id: _id, ...firm } = await storedFirm(db);
  return firm;
}

/** The country of the first active billing entity; null without one. */
export async function firmCountry(db: Db): Promise<string | null> {
  const first = await db
    .selectFrom('billingEntity')
    .select('country')
    .where('active', '=', true)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.country ?? null;
}

export async function getFirmMark(db: Db): Promise<FirmMark> {
  const { name, logo } = await storedFirm(db);
  return { name, logo };
}

/** Refuses NOT_FOUND if there is none. */
export async function getFirmLogo(db: Db): Promise<Image> {
  const row = await db.selectFrom('firm').select(['logo', 'logoType']).executeTakeFirst();
  if (!row?.logo) throw new Refusal('NOT_FOUND');
  return { bytes: row.logo, type: row.logoType as Image['type'] };
}
