import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { formatNumber } from '@daybook/contracts/money/numbering';
import type { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { docKinds } from '@daybook/contracts/settings/billing-entities/number-formats';
import type { NumberFormat } from '@daybook/contracts/settings/billing-entities/number-formats';
import { fiscalYearName } from '../../billing/documents/take-number.ts';
import type { Db } from '../../db/database.ts';

/** Whether the series has numbers in the current fiscal year, in the zone of the entity. */
const hasNumbers = sql<boolean>`exists (
  select from number_series s join billing_entity entity on entity.id = s.entity_id
  where s.entity_id = number_format.entity_id and s.doc_kind = number_format.doc_kind
    and s.fy = fiscal_year_name((now() at time zone entity.timezone)::date, entity.fy_start))`;

export async function numberFormatsOf(db: Db, entityId: string): Promise<NumberFormat[]> {
  const found = await db
    .selectFrom('numberFormat')
    .select(['docKind', 'prefix', 'format', 'startSeq as start', hasNumbers.as('hasNumbers')])
    .where('entityId', '=', entityId)
    .execute();
  return docKinds.flatMap((kind) => found.filter(({ docKind }) => docKind === kind) as NumberFormat[]);
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** The fiscal year to which the first number belongs: the stored one, or the present one if the start is new. */
async function startYear(
  db: Db,
  { entityId, docKind, start, fyStart }: ParsedInputOf<typeof billingEntities.numberPreview>,
): Promise<string> {
  const said = entityId
    ? await db
        .selectFrom('numberFormat')
        .select('startFy')
        .where('entityId', '=', entityId)
        .where('docKind', '=', docKind)
        .where('startSeq', '=', start)
        .executeTakeFirst()
    : undefined;
  return said?.startFy ?? fiscalYearName(today(), fyStart);
}

/** The next three numbers of a format, saved or not. They continue the entity’s series of that fiscal year. */
export async function previewNumbers(
  db: Db,
  input: ParsedInputOf<typeof billingEntities.numberPreview>,
): Promise<string[]> {
  const { entityId, docKind, prefix, format, fyStart, issueDate = today() } = input;
  const series = entityId
    ? await db
        .selectFrom('numberSeries')
        .select(['fy', 'nextSeq'])
        .where('entityId', '=', entityId)
        .where('docKind', '=', docKind)
        .execute()
    : [];
  const year = fiscalYearName(issueDate, fyStart);
  const present = series.find(({ fy }) => fy === year);
  const next = present?.nextSeq ?? (year === (await startYear(db, input)) ? input.start : 1);
  return [next, next + 1, next + 2].map((seq) => formatNumber(format, { prefix, issueDate, fyStart, seq }));
}
