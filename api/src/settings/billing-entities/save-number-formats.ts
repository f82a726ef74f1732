import { Refusal } from '@daybook/contracts/refusals';
import type { NumberFormatInput } from '@daybook/contracts/settings/billing-entities/number-formats';
import type { Db } from '../../db/database.ts';
import { numberFormatsOf } from './number-formats.queries.ts';

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

/** Refuses SERIES_STARTED on the `start` of a series that already has a number. */
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
