import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { formatNumber } from '@daybook/contracts/money/numbering';
import { Refusal } from '@daybook/contracts/refusals';
import type { billingEntities } from '@daybook/contracts/settings/billing-entities';
import { docKinds } from '@daybook/contracts/settings/number-formats';
import type { NumberFormat, NumberFormatInput } from '@daybook/contracts/settings/number-formats';
import { fiscalYearName } from '../billing/take-number.ts';
import type { Db } from '../db/database.ts';

const hasNumbers = sql<boolean>`exists (
  select from number_series s where s.entity_id = number_format.entity_id and s.doc_kind = number_format.doc_kind)`;

export async function numberFormatsOf(db: Db, entityId: string): Promise<NumberFormat[]> {
  const found = await db
    .selectFrom('numberFormat')
    .select(['docKind', 'prefix', 'format', 'startSeq as start', hasNumbers.as('hasNumbers')])
    .where('entityId', '=', entityId)
    .execute();
  return docKinds.flatMap((kind) => found.filter(({ docKind }) => docKind === kind) as NumberFormat[]);
}

export async function addNumberFormats(
  db: Db,
  entityId: string,
  formats: readonly NumberFormatInput[],
): Promise<void> {
  await db
    .insertInto('numberFormat')
    .values(formats.map(({ start, ...format }) => ({ ...format, entityId, startSeq: start })))
    .execute();
}

/** Refuses SERIES_STARTED on the `start` of a series that has a number. */
export async function changeNumberFormats(
  db: Db,
  entityId: string,
  formats: readonly NumberFormatInput[],
): Promise<void> {
  const begun = new Map((await numberFormatsOf(db, entityId)).map((format) => [format.docKind, format]));
  for (const [index, { docKind, prefix, format, start }] of formats.entries()) {
    const present = begun.get(docKind);
    if (present?.hasNumbers && present.start !== start) {
      throw new Refusal(
        'SERIES_STARTED',
        {},
        { [`numberFormats.${index}.start`]: [{ code: 'SERIES_STARTED' }] },
      );
    }
    await db
      .updateTable('numberFormat')
      .set({ prefix, format, startSeq: start })
      .where('entityId', '=', entityId)
      .where('docKind', '=', docKind)
      .execute();
  }
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** The next three numbers of a format, saved or not: they go on where the entity's series of that fiscal year stands. */
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
  const present = series.find(({ fy }) => fy === fiscalYearName(issueDate, fyStart));
  const next = present?.nextSeq ?? (series.length === 0 ? input.start : 1);
  return [next, next + 1, next + 2].map((seq) => formatNumber(format, { prefix, issueDate, fyStart, seq }));
}
