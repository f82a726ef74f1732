import { sql } from 'kysely';
import type { z } from 'zod';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { InvoicePreview } from '@daybook/contracts/billing/invoices/invoice-record';
import type { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { formatNumber } from '@daybook/contracts/money/numbering';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockParams } from '../../db/refused-by-database.ts';
import { invoiceFacts } from '../documents/invoice-basis.ts';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';
import { creditExceeded } from '../documents/credit-limit.ts';
import { fiscalYearName } from '../documents/take-number.ts';
import { priceBilled } from './billed-lines.ts';
import { figuresOf } from './invoice-drafts.ts';
import { partyWarnings } from './party-warnings.ts';
import { refusalOfIssue } from './invoices.rules.ts';

type Draft = ParsedInputOf<typeof invoices.preview>;
type Preview = z.infer<typeof InvoicePreview>;

const readSeries = (db: Db, draft: Draft, facts: InvoiceFacts) =>
  db
    .selectFrom('numberFormat')
    .leftJoin('numberSeries', (join) =>
      join
        .onRef('numberSeries.entityId', '=', 'numberFormat.entityId')
        .onRef('numberSeries.docKind', '=', 'numberFormat.docKind')
        .on('numberSeries.fy', '=', fiscalYearName(draft.issueDate, facts.fyStart)),
    )
    .select([
      'prefix',
      'format',
      sql<number>`case number_format.start_fy when ${fiscalYearName(draft.issueDate, facts.fyStart)}
        then number_format.start_seq else 1 end`.as('startSeq'),
      'nextSeq',
      'lastDate',
    ])
    .where('numberFormat.entityId', '=', draft.entityId)
    .where('numberFormat.docKind', '=', facts.docKind)
    .executeTakeFirst();

/** The reasons, on the date field, for which the database would refuse the entry. */
async function periodFault(db: Db, user: CurrentUser, draft: Draft): Promise<FieldRefusals> {
  const { rows } = await sql<{ until: string | null; whoMay: string; begun: string | null }>`
    select period_locked(${draft.entityId}, ${draft.issueDate}, ${user.id}) as until,
      period_lock_who_may(${draft.entityId}) as "whoMay", cut_over_on as begun
    from billing_entity where id = ${draft.entityId}`.execute(db);
  const [lock] = rows;
  if (lock?.begun && draft.issueDate < lock.begun)
    return { issueDate: [{ code: 'BEFORE_CUT_OVER', params: { from: lock.begun } }] };
  if (!lock || lock.until === null) return {};
  return { issueDate: [{ code: 'PERIOD_LOCKED', params: lockParams({ ...lock, until: lock.until }) }] };
}

/** The draft as the server would issue it now. Stores nothing and takes no number. */
export async function previewInvoice(db: Db, user: CurrentUser, draft: Draft): Promise<Preview> {
  const facts = await invoiceFacts(db, user, draft);
  const totals = await priceBilled(db, user, draft, facts, null);
  const series = await readSeries(db, draft, facts);
  const warnings: Preview['warnings'] = partyWarnings(facts, totals.total, draft.currency);
  if (series?.lastDate && series.lastDate > draft.issueDate) {
    warnings.push({ code: 'CHRONOLOGY_VIOLATION', params: { last: series.lastDate } });
  }
  return {
    ...figuresOf(totals),
    nextNumber: series
      ? formatNumber(series.format, {
          prefix: series.prefix,
          issueDate: draft.issueDate,
          fyStart: facts.fyStart,
          seq: series.nextSeq ?? series.startSeq,
        })
      : '',
    warnings,
    creditExceeded:
      facts.creditLimit === null ? null : await creditExceeded(db, user, { ...draft, total: totals.total }),
    refusals: {
      ...(await periodFault(db, user, draft)),
      ...refusalOfIssue(draft, facts)?.fields,
    },
  };
}
