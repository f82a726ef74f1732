import { sql } from 'kysely';
import { NOTHING, add, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { Db } from '../../db/database.ts';
import { paidDocument, rowsOfShare, shareOut, taxIn } from './due-by-payment.rules.ts';
import type { Amounts, PaidDocument, Taken, Use } from './due-by-payment.rules.ts';
import { isDueByPayment, issueMovements } from './output-movements.ts';
import type { RegisterAsked } from './output-movements.ts';

export interface DocumentIds {
  invoiceIds: readonly string[];
  noteIds: readonly string[];
}

/**
 * The documents of a billing entity whose tax falls due by payment: issued up to the last day, and not settled for good before the
 * first one.
 */
export async function documentsByPayment(
  db: Db,
  { entityId, from, to }: RegisterAsked,
): Promise<DocumentIds> {
  const { rows } = await sql<{ kind: 'invoice' | 'note'; id: string }>`
    select 'invoice' as kind, state.invoice_id as id
    from invoice_state state join billing_entity entity on entity.id = state.entity_id
    where entity.id = ${entityId} and state.doc_kind in ('tax_invoice', 'bill_of_supply', 'debit_note') and state.status <> 'draft'
      and state.issue_date <= ${to}::date and state.payable > 0 and ${isDueByPayment('state.issue_date')}
      and (state.outstanding > 0 or state.settled_on >= ${from}::date or state.void_date >= ${from}::date
        or exists (select from allocation used where used.invoice_id = state.invoice_id and used.reversed_on >= ${from}::date)
        or exists (select from write_off used where used.invoice_id = state.invoice_id and used.reversed_on >= ${from}::date))
    union all
    select 'note', state.id
    from credit_note_state state join billing_entity entity on entity.id = state.entity_id
    where entity.id = ${entityId} and state.status <> 'draft' and state.issue_date <= ${to}::date
      and exists (select from credit_note_invoice part join invoice credited on credited.id = part.invoice_id
        where part.credit_note_id = state.id and credited.total > 0 and ${isDueByPayment('credited.issue_date')})
      and (state.available > 0 or state.issue_date >= ${from}::date or state.void_date >= ${from}::date
        or exists (select from allocation used where used.credit_note_id = state.id
          and (used.allocated_on >= ${from}::date or used.reversed_on >= ${from}::date))
        or exists (select from credit_note_refund used where used.credit_note_id = state.id
          and (used.refunded_on >= ${from}::date or used.reversed_on >= ${from}::date)))
    order by 1, 2`.execute(db);
  const idsOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return { invoiceIds: idsOf('invoice'), noteIds: idsOf('note') };
}

interface StoredUse extends Use {
  documentId: string;
  /** The credit note of an application to an invoice. */
  noteId: string | null;
  /** Whether an application of a credit note settles an invoice whose tax falls due by payment. */
  isOfPaid: boolean;
}

/**
 * What used the documents, in the order in which it was posted. In one transaction something is settled before what is left of it is
 * written off, and undone before it is settled anew.
 */
async function usesOf(db: Db, { invoiceIds, noteIds }: DocumentIds): Promise<Map<string, StoredUse[]>> {
  const { rows } = await sql<StoredUse>`
    select used.document_id, used.id, used.kind, used.note_id, used.is_of_paid, step.is_undone, used.amount, used.base,
      step.day::text as day, posted.at as posted_at, (posted.at at time zone entity.timezone)::date::text as posted_on
    from (
      select invoice_id as document_id, id, case when receipt_id is null then 'credit' else 'money' end as kind, credit_note_id as note_id,
        coalesce(receipt_id, credit_note_id) as source_id, true as is_of_paid, amount, invoice_base as base, allocated_on as made_on, created_at, reversed_on, reversed_at, 1 as rank
      from allocation where invoice_id = any (${invoiceIds}::uuid[])
      union all
      select invoice_id, id, 'write_off', null, null, true, amount, base, written_off_on, created_at, reversed_on, reversed_at, 2
      from write_off where invoice_id = any (${invoiceIds}::uuid[])
      union all
      select part.credit_note_id, part.id, 'credit', null, part.credit_note_id,
        invoice.total > 0 and invoice.doc_kind <> 'opening_invoice' and ${isDueByPayment('invoice.issue_date')},
        part.amount, part.receipt_base, part.allocated_on, part.created_at, part.reversed_on, part.reversed_at, 1
      from allocation part join invoice on invoice.id = part.invoice_id join billing_entity entity on entity.id = invoice.entity_id
      where part.credit_note_id = any (${noteIds}::uuid[])
      union all
      select credit_note_id, id, 'refund', null, null, false, amount, base, refunded_on, created_at, reversed_on, reversed_at, 1
      from credit_note_refund where credit_note_id = any (${noteIds}::uuid[])) used
    cross join lateral (values (false, made_on, created_at, rank), (true, reversed_on, reversed_at, case when reversed_at > created_at then 0 else 3 end))
      as step (is_undone, day, at, rank)
    -- The entry knows better than the settlement, which has the moment at which the request began, when it was posted.
    cross join lateral (select coalesce(max(entry.posted_at), step.at) as at from journal_entry entry
      where entry.source_id in (used.id, used.source_id) and entry.entry_date = step.day
        and (entry.source_type in ('reversal', 'void')) = step.is_undone) posted
    join (select invoice_id as id, entity_id from invoice_state union all select id, entity_id from credit_note_state) of
      on of.id = used.document_id
    join billing_entity entity on entity.id = of.entity_id
    where step.day is not null
    order by step.at, step.rank, used.id`.execute(db);
  return Map.groupBy(rows, ({ documentId }) => documentId);
}

/** A document with all that was taken of it so far. */
export interface SharedOut {
  id: string;
  document: PaidDocument;
  taken: Taken[];
  open: Amounts;
  unpaid: Minor;
  /** Its uses that make its shares fall due. */
  due: Taken[];
}

/** Shares out what settled the documents, in whole. */
export async function sharedOut(db: Db, ids: DocumentIds, regime: Regime): Promise<SharedOut[]> {
  const uses = await usesOf(db, { invoiceIds: ids.invoiceIds, noteIds: [] });
  const applied = [...uses.values()].flat().flatMap(({ noteId }) => noteId ?? []);
  const noteIds = [...new Set([...ids.noteIds, ...applied])];
  const [movements, ofNotes] = [
    await issueMovements(db, { invoiceIds: ids.invoiceIds, noteIds }),
    await usesOf(db, { invoiceIds: [], noteIds }),
  ];
  const documents = new Map(
    movements.flatMap((movement) => {
      const document = paidDocument(movement, regime);
      return document ? [[movement.id, document] as const] : [];
    }),
  );
  const sharedNotes = noteIds.flatMap((id) => {
    const [document, used] = [documents.get(id), ofNotes.get(id) ?? []];
    if (!document) return [];
    const isSetOff = new Map(used.map((use) => [use.id, use.isOfPaid]));
    const shares = shareOut(document, used);
    return [{ id, document, ...shares, due: shares.taken.filter((one) => !isSetOff.get(one.id)) }];
  });
  const handed = new Map(
    sharedNotes.flatMap(({ taken }) =>
      taken.filter(({ isUndone }) => !isUndone).map(({ id, share }) => [id, share] as const),
    ),
  );
  const asked = new Set(ids.noteIds);
  return [
    ...ids.invoiceIds.flatMap((id) => {
      const document = documents.get(id);
      if (!document) return [];
      const shares = shareOut(document, uses.get(id) ?? [], handed);
      return [{ id, document, ...shares, due: shares.taken.filter(({ kind }) => kind !== 'write_off') }];
    }),
    ...sharedNotes.filter(({ id }) => asked.has(id)),
  ];
}

/** What documents whose tax falls due by payment add to a register. */
export interface DueByPayment {
  rows: TaxRow[];
  /** Tax by component that is posted and did not fall due, as of the day before the first one and as of the last one. */
  deferred: { before: Map<string, Minor>; after: Map<string, Minor> };
  /** Of that, the tax in what is still open on the last day. */
  open: Map<string, Minor>;
}

const put = (sums: Map<string, Minor>, taxes: ReadonlyMap<string, Minor>, sign: 1 | -1) => {
  for (const [name, tax] of taxes)
    sums.set(name, (sign === 1 ? add : subtract)(sums.get(name) ?? NOTHING, tax));
};

const steps = { money: 'paid', credit: 'adjusted', refund: 'refunded', write_off: 'paid' } as const;

/** The shares that fall due in a period, and the tax that is left to fall due. */
export async function dueByPayment(db: Db, asked: RegisterAsked, regime: Regime): Promise<DueByPayment> {
  const ids = await documentsByPayment(db, asked);
  const shares = await sharedOut(db, ids, regime);
  const voids = await voidDays(db, ids);
  const result: DueByPayment = {
    rows: [],
    deferred: { before: new Map(), after: new Map() },
    open: new Map(),
  };
  for (const { id, document, taken, due } of shares) {
    const { amounts, sign, row } = document;
    const dueIds = new Set(due);
    const voided = voids.get(id);
    const countAt = (sums: Map<string, Minor>, isSoFar: (day: string) => boolean, withGivenUp: boolean) => {
      if (isSoFar(row.date)) put(sums, taxIn(amounts), sign);
      if (voided !== undefined && isSoFar(voided)) put(sums, taxIn(amounts), negativeOf(sign));
      for (const one of taken.filter(({ day }) => isSoFar(day))) {
        if (one.kind !== 'write_off' || !withGivenUp) put(sums, taxIn(one.share), negativeOf(sign));
        put(sums, taxIn(one.given), negativeOf(sign));
      }
    };
    countAt(result.deferred.before, (day) => day < asked.from, true);
    countAt(result.deferred.after, (day) => day <= asked.to, true);
    countAt(result.open, (day) => day <= asked.to, false);
    for (const one of taken)
      if (dueIds.has(one) && asked.from <= one.day && one.day <= asked.to)
        result.rows.push(...rowsOfShare(document, one, one.share, steps[one.kind]));
  }
  return result;
}

const negativeOf = (sign: 1 | -1): 1 | -1 => (sign === 1 ? -1 : 1);

/** The days on which documents were voided. */
async function voidDays(db: Db, { invoiceIds, noteIds }: DocumentIds): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; day: string }>`
    select invoice_id as id, void_date::text as day from invoice_state
    where invoice_id = any (${invoiceIds}::uuid[]) and void_date is not null
    union all
    select id, void_date::text from credit_note_state where id = any (${noteIds}::uuid[]) and void_date is not null`.execute(
    db,
  );
  return new Map(rows.map(({ id, day }) => [id, day]));
}
