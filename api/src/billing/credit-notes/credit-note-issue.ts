import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { creditNoteStatusOf } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { CreditNote, WorkNext } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import { NOTHING, minor, subtract, sum, magnitude } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { checkNumber } from '@daybook/contracts/money/numbering';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { baseOf, creditNoteEntries, givenBack } from '../../ledger/credit-note-entries.ts';
import { postEntry } from '../../ledger/post-entries.ts';
import { allocationEntries } from '../../ledger/receipt-entries.ts';
import { figuresInBase } from '../documents/base-figures.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { nextNumber } from '../documents/take-number.ts';
import { lockInvoices, lockTargets } from '../settlement/allocation-targets.ts';
import { planAllocations } from '../settlement/allocations.rules.ts';
import type { PlannedAllocation } from '../settlement/allocations.rules.ts';
import { computed, creditNoteFacts, figuresOf, lockDraft, storeLines } from './credit-note-drafts.ts';
import type { CreditNoteFacts } from './credit-note-drafts.ts';
import { giveBackWork, returnedWork } from './credit-note-items.ts';
import { creditedIds } from './credit-note-parts.ts';
import { takeBackPosted } from './credited-amounts.ts';
import { getCreditNote } from './credit-notes.queries.ts';
import { priceCreditNote } from './credit-notes.rules.ts';

interface AppliedRow extends PlannedAllocation {
  id: string;
}

const inputOf = (note: CreditNote) => ({
  entityId: note.entity.id,
  clientId: note.client.id,
  currency: note.currency,
  issueDate: note.issueDate,
  reasonCode: note.reasonCode,
  reason: note.reason,
  lines: note.lines.map(({ invoiceLineId, qty, amount }) => ({
    invoiceLineId,
    qty,
    amount: qty === null ? magnitude(amount) : null,
  })),
});

/** The credit note's own entry includes the amounts applied on its date. Amounts that can only be applied later are an advance until then. */
async function postEntries(
  db: Db,
  note: CreditNote,
  given: ReturnType<typeof givenBack>,
  rows: readonly AppliedRow[],
): Promise<void> {
  const { currency, baseCurrency, fxRate, issueDate } = note;
  const terms = { entityId: note.entity.id, currency, baseCurrency, fxRate };
  const { atOnce = [], later = [] } = Object.groupBy(rows, ({ allocatedOn }) =>
    allocatedOn === issueDate ? 'atOnce' : 'later',
  );
  await postEntry(db, {
    ...terms,
    date: issueDate,
    source: { type: 'credit_note', id: note.id },
    postings: creditNoteEntries(note.client.id, given, atOnce),
  });
  for (const row of later) {
    await postEntry(db, {
      ...terms,
      date: row.allocatedOn,
      source: { type: 'allocation', id: row.id },
      postings: allocationEntries(note.client.id, row),
    });
  }
}

type Frozen = Omit<ReturnType<typeof computed>, 'fxRate'> & {
  fxRate: string;
  supplier: ReturnType<typeof json>;
  baseTotal: Minor;
  issuedBy: string;
};

/** Takes the number, freezes the document and applies it in one round trip, because the series stays locked until commit. */
async function freeze(db: Db, note: CreditNote, values: Frozen, rows: readonly AppliedRow[]) {
  const { fy, source } = await nextNumber(db, {
    entityId: note.entity.id,
    docKind: 'credit_note',
    documentId: note.id,
    date: note.issueDate,
  });
  const plan = sql<AppliedRow>`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid,
    "invoiceId" uuid, amount bigint, "invoiceBase" bigint, "receiptBase" bigint, "allocatedOn" date))`;
  return db
    .with('taken', (query) => query.selectFrom(source.as('taken')).selectAll())
    .with('made', (query) =>
      query
        .updateTable('creditNote')
        .set({
          ...values,
          fy,
          seq: sql<number>`(select taken_seq from taken)`,
          number: sql<string>`(select taken_number from taken)`,
          searchText: sql<string>`search_text || ' ' || (select lower(taken_number) from taken)`,
          issuedAt: sql<string>`now()`,
        })
        .where('id', '=', note.id)
        .returning(['id', 'number', 'issuedAt']),
    )
    .with('applied', (query) =>
      query
        .insertInto('allocation')
        .columns(['id', 'creditNoteId', 'invoiceId', 'amount', 'invoiceBase', 'receiptBase', 'allocatedOn'])
        // This insert reads the credit note written above, so that the note and its status are inserted before the applications.
        .expression((inner) =>
          inner
            .selectFrom('made')
            .innerJoin(plan.as('row'), (join) => join.onTrue())
            .select([
              'row.id',
              'made.id as creditNoteId',
              sql<string>`"row"."invoiceId"`.as('invoiceId'),
              'row.amount',
              sql<Minor>`"row"."invoiceBase"`.as('invoiceBase'),
              sql<Minor>`"row"."receiptBase"`.as('receiptBase'),
              sql<string>`"row"."allocatedOn"`.as('allocatedOn'),
            ]),
        ),
    )
    .selectFrom('made')
    .select(['number', 'issuedAt'])
    .executeTakeFirstOrThrow();
}

function appliedTo(
  rows: readonly AppliedRow[],
  targets: readonly { id: string; number: string }[],
): CreditNote['allocations'] {
  const labels = new Map(targets.map(({ id, number }) => [id, number]));
  return rows.map(({ id, invoiceId, amount, allocatedOn, receiptBase, invoiceBase }) => ({
    id,
    invoice: { id: invoiceId, label: labels.get(invoiceId) ?? '' },
    date: allocatedOn,
    amount,
    exchangeGain: subtract(receiptBase, invoiceBase),
    reversedOn: null,
  }));
}

function checkDate({ issueDate }: CreditNote, { timezone }: CreditNoteFacts): void {
  if (issueDate > todayIn(timezone)) throw refuseField('INPUT_INVALID', 'issueDate', {}, 'DATE_FUTURE');
}

/** Decides what happens to the work of a line: the choice made for the line, otherwise the draft's default for all lines. */
const nextOf =
  ({ billAgain }: CreditNote, work: ParsedInputOf<typeof creditNotes.issue>['work']) =>
  (lineId: string): WorkNext =>
    work.find(({ invoiceLineId }) => invoiceLineId === lineId)?.next ?? (billAgain ? 'waits' : 'given_up');

/**
 * Issues a draft. Computes the figures again from what is left of its invoices, which stay locked, and writes lines and
 * entries. One last statement then takes the number, freezes the document and applies it to the invoices in
 * `allocations`. Refuses STATE_NOT_ALLOWED, CHRONOLOGY_VIOLATION, NUMBER_FORMAT_TOO_LONG, DATE_FUTURE on `issueDate`,
 * whatever a draft is refused for, and each application that does not fit.
 */
export async function issueCreditNote(
  db: Db,
  user: CurrentUser,
  { id, allocations, work }: ParsedInputOf<typeof creditNotes.issue>,
  version: number,
): Promise<CreditNote> {
  const note = await lockDraft(db, user, id, version, 'issued');
  const wanted = allocations.map(({ invoiceId }) => invoiceId);
  await lockInvoices(db, [...(await creditedIds(db, id)), ...wanted]);
  const draft = inputOf(note);
  const facts = await creditNoteFacts(db, user, draft);
  checkDate(note, facts);
  const { totals, terms } = priceCreditNote(draft, facts);
  const returned = await returnedWork(db, draft.lines, totals, facts.invoices);
  const given = await giveBackWork(db, note.issueDate, returned, nextOf(note, work));
  await storeLines(db, id, draft.lines, facts, totals, given);
  const figures = figuresOf(totals);
  const postings = givenBack({
    ...figures,
    currency: note.currency,
    baseCurrency: facts.baseCurrency,
    fxRate: terms.fxRate,
    taken: await takeBackPosted(db, id),
  });
  const targets = await lockTargets(db, [draft.clientId], wanted);
  const source = {
    entityId: draft.entityId,
    currency: draft.currency,
    available: totals.total,
    withheld: NOTHING,
    carried: baseOf(postings),
    date: note.issueDate,
    releasedOn: null,
  };
  const planned = planAllocations(source, targets, allocations, note.issueDate);
  const rows = planned.map((row) => ({ id: uuidv7(), ...row }));
  // Everything is read before the number is taken: until commit, every other issue in the series waits.
  const prepared = { ...(await getCreditNote(db, user, id)), ...terms, ...figures };
  await postEntries(db, prepared, postings, rows);
  const inBase = await figuresInBase(db, 'credit_note', prepared);
  const frozen = await freeze(
    db,
    prepared,
    {
      ...computed(facts, terms, totals),
      supplier: json(facts.supplier),
      baseTotal: baseOf(postings),
      issuedBy: user.id,
    },
    rows,
  );
  const number = frozen.number ?? '';
  if (checkNumber(number, facts.country)) throw new Refusal('NUMBER_FORMAT_TOO_LONG', { number });
  const applied = sum(rows.map(({ amount }) => minor(amount)));
  return {
    ...prepared,
    inBase,
    number,
    issuedAt: frozen.issuedAt,
    billTo: facts.billTo,
    supplier: facts.supplier,
    status: creditNoteStatusOf(totals.total, applied, 0),
    applied,
    available: subtract(totals.total, applied),
    allocations: appliedTo(rows, targets),
  };
}

/**
 * The choices to show before a draft is issued; empty once the credit note is issued. Refuses NOT_FOUND, and whatever
 * the issue would refuse.
 */
export async function beforeIssue(
  db: Db,
  user: CurrentUser,
  id: string,
): Promise<OutputOf<typeof creditNotes.beforeIssue>> {
  const note = await getCreditNote(db, user, id);
  if (note.status !== 'draft') return { work: [], writtenOff: [] };
  const draft = inputOf(note);
  const facts = await creditNoteFacts(db, user, draft);
  const { totals } = priceCreditNote(draft, facts);
  const returned = await returnedWork(db, draft.lines, totals, facts.invoices);
  const writtenOff = await db
    .selectFrom('invoiceState')
    .select(['invoiceId as id', 'number as label'])
    .where(
      'invoiceId',
      'in',
      facts.invoices.map((invoice) => invoice.id),
    )
    .where('writtenOff', '>', NOTHING)
    .orderBy('number')
    .execute();
  return {
    writtenOff,
    work: returned.map(({ lineId, description, net }) => ({
      invoiceLineId: lineId,
      description,
      net,
      next: nextOf(note, [])(lineId),
    })),
  };
}
