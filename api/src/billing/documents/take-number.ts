import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fiscalYearOf, numberFrame } from '@daybook/contracts/money/numbering';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';

interface TakenNumber {
  takenSeq: number;
  takenNumber: string;
}

interface Numbered {
  entityId: string;
  docKind: string;
  documentId: string;
  date: string;
}

const ofMoney = new Set(['receipt', 'advance_voucher', 'refund_voucher', 'staff_voucher']);

/** The name of the fiscal year of a date: the year in which it starts, and the year in which it ends if that is another. */
export function fiscalYearName(date: string, fyStart: string): string {
  const { start, end } = fiscalYearOf(date, fyStart);
  const [first, last] = [start.slice(0, 4), end.slice(0, 4)];
  return first === last ? first : `${first}-${last.slice(2)}`;
}

/**
 * A row source for the statement that writes the document. The number is taken and written in one round trip, the last
 * before commit, because the series stays locked until then (docs/rules.md#numbers-are-taken-last). Refuses
 * NUMBER_FORMAT_INVALID when the entity has no format for the kind.
 */
export async function nextNumber(
  db: Db,
  { entityId, docKind, documentId, date }: Numbered,
): Promise<{ fy: string; source: RawBuilder<TakenNumber> }> {
  const series = await db
    .selectFrom('numberFormat')
    .innerJoin('billingEntity', 'billingEntity.id', 'numberFormat.entityId')
    .select([
      'numberFormat.prefix',
      'numberFormat.format',
      'billingEntity.fyStart',
      'billingEntity.chronology',
    ])
    .where('numberFormat.entityId', '=', entityId)
    .where('numberFormat.docKind', '=', docKind)
    .executeTakeFirst();
  if (!series) throw new Refusal('NUMBER_FORMAT_INVALID');
  const fy = fiscalYearName(date, series.fyStart);
  const { before, width, after } = numberFrame(series.format, {
    prefix: series.prefix,
    issueDate: date,
    fyStart: series.fyStart,
  });
  // The law requires issued documents to be numbered in date order. Receipts may be entered late.
  const inOrder = series.chronology === 'block' && !ofMoney.has(docKind);
  return {
    fy,
    source: sql<TakenNumber>`take_number(${entityId}, ${docKind}, ${fy}, ${documentId}, ${date}, ${before}, ${width}, ${after}, ${inOrder})`,
  };
}
