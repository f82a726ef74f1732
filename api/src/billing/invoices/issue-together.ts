import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { checkNumber, numberFrame } from '@daybook/contracts/money/numbering';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { apart } from '../../db/apart.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { invoiceEntries } from '../../ledger/invoice-entries.ts';
import type { SettledLine } from '../../ledger/invoice-entries.ts';
import { postEntries } from '../../ledger/post-entries.ts';
import { postedRate } from '../documents/fx-rates.ts';
import { factsOfMany } from '../documents/invoice-basis.ts';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';
import { fiscalYearName } from '../documents/take-number.ts';
import { header } from './invoice-drafts.ts';
import type { Draft } from './invoice-drafts.ts';
import { checkActive, priceDraft, refusalOfIssue } from './invoices.rules.ts';
import { settleLines } from './settle-lines.ts';
import { lineRows } from './store-parts.ts';

/** A draft with what its figures are computed from, ready to be stored. */
export interface KeptDraft {
  id: string;
  draft: Draft;
  facts: InvoiceFacts;
  totals: DocumentTotals;
}

interface NewDraft extends KeptDraft {
  /** The series that creates the draft, and the nominal day. */
  made: { seriesId: string; nominalOn: string };
}

/** The lines stored by one statement: PostgreSQL limits the parameters of a statement. */
const mostLines = 1_000;

/** The figures of each draft, in the same order, or the refusal if it has none. Refuses as `factsOfMany`. */
export async function priceDrafts(
  db: Db,
  user: CurrentUser,
  drafts: readonly Draft[],
): Promise<(KeptDraft | Refusal)[]> {
  const facts = await factsOfMany(
    db,
    user,
    drafts.map((draft) => ({ ...draft, withholds: draft.withholdingCodeId !== null })),
  );
  return drafts.map((draft, index) => {
    const own = facts[index];
    if (!own) throw new Error('the facts of a document are missing');
    try {
      checkActive(own);
      return { id: uuidv7(), draft, facts: own, totals: priceDraft(draft, own) };
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  });
}

/** Stores many drafts, each as `createDraft` would. They bill no pending items, and have neither adjustments nor proformas. */
export async function keepDrafts(db: Db, drafts: readonly NewDraft[]): Promise<void> {
  await db
    .insertInto('invoice')
    .values(
      drafts.map(({ id, draft, facts, totals, made }) => ({ id, ...made, ...header(draft, facts, totals) })),
    )
    .execute();
  const lines = drafts.flatMap(({ id, draft, facts, totals }) => lineRows(id, draft, facts, totals));
  for (let from = 0; from < lines.length; from += mostLines)
    await db
      .insertInto('invoiceLine')
      .values(lines.slice(from, from + mostLines))
      .execute();
}

const dayOf = ({ draft: { entityId, issueDate } }: KeptDraft): string => `${entityId} ${issueDate}`;

/** Asks the database whether invoices may have these dates. */
const requireOpenDays = (db: Db, many: readonly KeptDraft[]) =>
  apart(db, () =>
    sql`select require_open_day(entity, day, 'invoice')
      from unnest(${many.map(({ draft }) => draft.entityId)}::uuid[], ${many.map(({ draft }) => draft.issueDate)}::date[]) as asked (entity, day)`.execute(
      db,
    ),
  );

/** The refusal for each closed date of a billing entity, by `dayOf`. */
async function closedDays(db: Db, kept: readonly KeptDraft[]): Promise<ReadonlyMap<string, Refusal>> {
  const closed = new Map<string, Refusal>();
  const days = [...new Map(kept.map((one) => [dayOf(one), one]))];
  if (days.length === 0) return closed;
  const all = await requireOpenDays(
    db,
    days.map(([, one]) => one),
  );
  if (!all.refused) return closed;
  for (const [day, one] of days) {
    const { refused } = await requireOpenDays(db, [one]);
    if (refused) closed.set(day, refused);
  }
  return closed;
}

/** The refusals of the drafts that cannot be issued, as far as they are known beforehand. */
export async function refusalsOfIssue(
  db: Db,
  kept: readonly KeptDraft[],
): Promise<(one: KeptDraft) => Refusal | null> {
  const closed = await closedDays(db, kept);
  return (one) => refusalOfIssue(one.draft, one.facts) ?? closed.get(dayOf(one)) ?? null;
}

/** How each billing entity writes its numbers, by kind of document. */
async function framesOf(db: Db, kept: readonly KeptDraft[]) {
  const formats = await db
    .selectFrom('numberFormat')
    .innerJoin('billingEntity', 'billingEntity.id', 'numberFormat.entityId')
    .select(['entityId', 'docKind', 'numberFormat.prefix', 'format', 'fyStart', 'chronology'])
    .where('entityId', 'in', [...new Set(kept.map(({ draft }) => draft.entityId))])
    .execute();
  return ({ draft: { entityId, issueDate }, facts: { docKind } }: KeptDraft) => {
    const series = formats.find((one) => one.entityId === entityId && one.docKind === docKind);
    if (!series) throw new Refusal('NUMBER_FORMAT_INVALID');
    const { prefix, format, fyStart, chronology } = series;
    return {
      ...numberFrame(format, { prefix, issueDate, fyStart }),
      fy: fiscalYearName(issueDate, fyStart),
      inOrder: chronology === 'block',
    };
  };
}

const posted = (
  { id, draft, facts: { baseCurrency }, totals }: KeptDraft,
  lines: readonly SettledLine[] = [],
) => ({
  entityId: draft.entityId,
  date: draft.issueDate,
  source: { type: 'invoice' as const, id },
  currency: draft.currency,
  baseCurrency,
  fxRate: postedRate(draft, baseCurrency),
  postings: invoiceEntries({ clientId: draft.clientId, totals, lines }),
});

/**
 * Issues drafts of this transaction that have no known refusal, under the same rules as `issueInvoice`. It writes the
 * entries; one last statement then takes the numbers, in the given order, and freezes the documents. Refuses as
 * `issueInvoice`.
 */
export async function issueKept(db: Db, kept: readonly KeptDraft[]): Promise<void> {
  if (kept.length === 0) return;
  const frameOf = await framesOf(db, kept);
  const lines = await settleLines(
    db,
    kept.map(({ id }) => id),
  );
  await postEntries(
    db,
    kept.map((one) => posted(one, lines.get(one.id))),
  );
  const rows = kept.map((one, place) => ({
    place,
    id: one.id,
    entity: one.draft.entityId,
    kind: one.facts.docKind,
    issue: one.draft.issueDate,
    pos: one.facts.placeOfSupply,
    supplier: one.facts.supplier,
    ...frameOf(one),
  }));
  const { rows: taken } = await sql<{ id: string; number: string }>`
    with given as materialized (select * from jsonb_to_recordset(${json(rows)}) as one (place int, id uuid, entity uuid, kind text,
        issue date, pos text, supplier jsonb, fy text, before text, width int, after text, "inOrder" boolean) order by place),
      numbered as materialized (select given.id, given.pos, given.supplier, given.fy, taken.taken_seq, taken.taken_number
        from given cross join lateral take_number(given.entity, given.kind, given.fy, given.id, given.issue, given.before,
          given.width, given.after, given."inOrder") taken)
    update invoice set place_of_supply = numbered.pos, supplier = numbered.supplier, fy = numbered.fy, seq = numbered.taken_seq,
      number = numbered.taken_number, search_text = search_text || ' ' || lower(numbered.taken_number), issued_at = now(),
      issued_by = daybook_actor()
    from numbered where invoice.id = numbered.id returning invoice.id, invoice.number`.execute(db);
  const countries = new Map(kept.map(({ id, facts }) => [id, facts.country]));
  for (const { id, number } of taken)
    if (checkNumber(number, countries.get(id) ?? '')) throw new Refusal('NUMBER_FORMAT_TOO_LONG', { number });
}
