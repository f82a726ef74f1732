import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Party, TaxGroupTotal } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Minor } from '@daybook/contracts/money/money';
import type { TaxDocumentKind, TaxStep } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { z } from 'zod';
import type { Db } from '../../db/database.ts';

/** The days of a register of one billing entity. */
export interface RegisterAsked {
  entityId: string;
  from: string;
  to: string;
}

/** What a document, or a change of an advance, posted on a day. Amounts are in the document's currency and positive for a supply. */
export interface OutputMovement {
  kind: TaxDocumentKind;
  step: TaxStep;
  /** Unique together with `step`: of the document, or for an advance of the entry. */
  id: string;
  documentId: string;
  number: string;
  date: string;
  postedAt: string;
  postedOn: string;
  suppliedOn: string | null;
  clientId: string;
  treatment: string;
  party: Party;
  place: string | null;
  reverseCharge: boolean;
  /** 1 for a supply; -1 for a credit note, and for the void of an invoice. */
  sign: 1 | -1;
  groups: z.infer<typeof TaxGroupTotal>[];
  /** Which of the groups fall due by payment; reverse charge is still left to `outputParts`. */
  groupsByPayment: z.infer<typeof TaxGroupTotal>[];
  /** The part of a credit note that credits invoices whose tax falls due by invoice. */
  creditedByInvoice: Minor;
  /** The disbursements of the document, by category and rate. */
  disbursed: { category: string; rate: string; net: Minor }[];
  total: Minor;
  /** What the ledger has in the base currency, if the document is in another one. */
  base: { net: Minor; total: Minor; taxes: Record<string, Minor> } | null;
  originals: { number: string; date: string; total: Minor }[];
}

/** The entry of a document in the base currency: its net, its taxes by component, and what the client owes or gets. */
const inBase = (source: 'invoice' | 'credit_note', sign: 1 | -1, id: string) => sql`
  (select jsonb_build_object(
      'net', coalesce(sum(base) filter (where key in ('income', 'client_reimbursable')), 0),
      'total', coalesce(sum(base) filter (where starts_with(key, 'output_tax.') or key in ('income', 'client_reimbursable', 'rounding')), 0),
      'taxes', coalesce(jsonb_object_agg(split_part(key, '.', 2), base) filter (where starts_with(key, 'output_tax.')), '{}'))
    from (select account.system_key as key, ${sql.lit(sign)} * sum(line.base_credit - line.base_debit)::bigint as base
      from journal_entry entry join journal_line line on line.entry_id = entry.id
      join ledger_account account on account.id = line.account_id
      where entry.source_type = ${sql.lit(source)} and entry.source_id = ${sql.ref(id)} and entry.reversal_of is null
      group by account.system_key) posted)`;

/**
 * When a step of a document was posted. Its entry knows better than the document, which has the moment at which the request began: an
 * export may have come in between. A document without amounts has no entry.
 */
const postedAt = (source: 'invoice' | 'credit_note', id: string) => sql`
  coalesce((select max(entry.posted_at) from journal_entry entry
    where entry.source_type = case moved.step when 'issued' then ${sql.lit(source)} else 'void' end and entry.source_id = ${sql.ref(id)}),
    moved.at)`;

const period = ({ from, to }: RegisterAsked, day: RawBuilder<unknown>) =>
  sql`${day} between ${from}::date and ${to}::date`;

/** An expression of a billing entity and the day of an invoice. */
export const isDueByPayment = (day: string): RawBuilder<boolean> =>
  sql`(tax_due_on(entity.tax_due, entity.tax_due_changes, ${sql.ref(day)}) = 'payment')`;

/** The documents that a query reads: their movements in a period, or only their issue. */
interface Movements {
  /** Conditions on the state of a document. */
  which: RawBuilder<unknown>;
  /** Conditions on a movement. */
  when: RawBuilder<unknown>;
}

const inPeriod = (asked: RegisterAsked): Movements => ({
  which: sql`state.entity_id = ${asked.entityId}
    and (${period(asked, sql`state.issue_date`)} or ${period(asked, sql`state.void_date`)})`,
  when: period(asked, sql`moved.day`),
});

const issuesOf = (id: string, ids: readonly string[]): Movements => ({
  which: sql`${sql.ref(id)} = any (${ids}::uuid[])`,
  when: sql`moved.step = 'issued'`,
});

const invoices = ({ which, when }: Movements) => sql`
  select invoice.doc_kind as kind, moved.step, invoice.id, invoice.id as document_id, invoice.number, moved.day::text as date,
    ${postedAt('invoice', 'invoice.id')} as posted_at, invoice.supply_date::text as supplied_on, invoice.client_id,
    invoice.buyer_treatment as treatment,
    invoice.bill_to as party, invoice.place_of_supply as place, invoice.reverse_charge, moved.sign, invoice.tax_groups as groups,
    case when invoice.total > 0 and ${isDueByPayment('invoice.issue_date')} then invoice.tax_groups else '[]' end as groups_by_payment,
    0::bigint as credited_by_invoice,
    coalesce((select jsonb_agg(jsonb_build_object('category', category, 'rate', trim_scale(rate)::text, 'net', net)) from (
      select category, rate, sum(net) as net from invoice_line where invoice_id = invoice.id and kind = 'disbursement'
      group by category, rate) laid_out), '[]') as disbursed,
    invoice.total,
    case when invoice.currency <> entity.base_currency then ${inBase('invoice', 1, 'invoice.id')} end as base,
    '[]'::jsonb as originals
  from invoice_state state join invoice on invoice.id = state.invoice_id
  join billing_entity entity on entity.id = state.entity_id
  cross join lateral (values ('issued', state.issue_date, 1, invoice.issued_at), ('voided', state.void_date, -1, state.voided_at))
    as moved (step, day, sign, at)
  where ${which} and invoice.issued_at is not null and state.doc_kind in ('tax_invoice', 'bill_of_supply', 'debit_note')
    and ${when}`;

/** The groups of a credit note that credit invoices whose tax falls due by payment. */
const creditedByPayment = sql`
  coalesce((select jsonb_agg(jsonb_build_object('category', category, 'rate', rate, 'net', net, 'tax', tax, 'components', components))
    from (
      select line.category, trim_scale(line.rate)::text as rate, sum(line.net) as net, sum(line.tax) as tax,
        (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'tax', tax)), '[]') from (
          select part ->> 'name' as name, sum((part ->> 'tax')::bigint) as tax
          from jsonb_array_elements(jsonb_path_query_array(jsonb_agg(line.components), '$[*][*]')) as part group by 1) named) as components
      from credit_note_line line join invoice credited on credited.id = line.invoice_id
      where line.credit_note_id = note.id and note.total > 0 and credited.total > 0 and ${isDueByPayment('credited.issue_date')}
      group by line.category, line.rate) grouped), '[]')`;

const creditNotes = ({ which, when }: Movements) => sql`
  select 'credit_note', moved.step, note.id, note.id, note.number, moved.day::text, ${postedAt('credit_note', 'note.id')}, null, note.client_id,
    note.buyer_treatment, note.bill_to, note.place_of_supply, note.reverse_charge, moved.sign, note.tax_groups,
    ${creditedByPayment},
    (select coalesce(sum(part.total), 0)::bigint from credit_note_invoice part join invoice credited on credited.id = part.invoice_id
      where part.credit_note_id = note.id
        and not (note.total > 0 and credited.total > 0 and ${isDueByPayment('credited.issue_date')})),
    coalesce((select jsonb_agg(jsonb_build_object('category', category, 'rate', trim_scale(rate)::text, 'net', net)) from (
      select line.category, line.rate, sum(line.net) as net from credit_note_line line
      join invoice_line billed on billed.id = line.invoice_line_id
      where line.credit_note_id = note.id and billed.kind = 'disbursement' group by 1, 2) laid_out), '[]'),
    note.total,
    case when note.currency <> entity.base_currency then ${inBase('credit_note', -1, 'note.id')} end,
    coalesce((select jsonb_agg(jsonb_build_object('number', invoice.number, 'date', invoice.issue_date,
        'total', case when invoice.currency = entity.base_currency then invoice.total
          else round(invoice.total::numeric * note.base_total / nullif(note.total, 0)) end) order by invoice.issue_date, invoice.id)
      from credit_note_invoice part join invoice on invoice.id = part.invoice_id where part.credit_note_id = note.id), '[]')
  from credit_note_state state join credit_note note on note.id = state.id
  join billing_entity entity on entity.id = state.entity_id
  cross join lateral (values ('issued', state.issue_date, -1, note.issued_at), ('voided', state.void_date, 1, state.voided_at))
    as moved (step, day, sign, at)
  where ${which} and note.issued_at is not null and ${when}`;

/**
 * The changes of taxed advances. What the release of an advance frees depends on what was left of it at that moment, so
 * they are read from their entries.
 */
const advances = (asked: RegisterAsked) => sql`
  select 'advance_voucher', case when entry.source_type = 'receipt' then 'received' when entry.source_type = 'allocation' then 'adjusted'
      when entry.source_type = 'refund' then 'refunded' else 'taken_back' end,
    entry.id, receipt.id, receipt.number, entry.entry_date::text, entry.posted_at, null, receipt.client_id, client.tax_treatment,
    receipt.received_from, receipt.place_of_supply, false, 1,
    jsonb_build_array(jsonb_build_object('category', receipt.advance_tax ->> 'category', 'rate', receipt.advance_tax ->> 'ratePct',
      'net', moved.net, 'tax', moved.tax, 'components', moved.components)),
    '[]'::jsonb, 0::bigint, '[]'::jsonb, moved.net + moved.tax,
    case when receipt.currency <> entity.base_currency
      then jsonb_build_object('net', moved.base_net, 'total', moved.base_net + moved.base_tax, 'taxes', moved.base_taxes) end,
    '[]'::jsonb
  from (
    select entry_id, coalesce(sum(amount) filter (where component = ''), 0) as net, coalesce(sum(amount) filter (where component <> ''), 0) as tax,
      coalesce(sum(base) filter (where component = ''), 0) as base_net, coalesce(sum(base) filter (where component <> ''), 0) as base_tax,
      coalesce(jsonb_agg(jsonb_build_object('name', component, 'tax', amount) order by component) filter (where component <> ''), '[]')
        as components,
      coalesce(jsonb_object_agg(component, base) filter (where component <> ''), '{}') as base_taxes
    from (
      select line.entry_id, split_part(account.system_key, '.', 2) as component,
        sum(line.credit - line.debit)::bigint as amount, sum(line.base_credit - line.base_debit)::bigint as base
      from journal_line line join ledger_account account on account.id = line.account_id
      where account.is_advance and line.entity_id = ${asked.entityId} and ${period(asked, sql`line.entry_date`)}
      group by 1, 2) part
    group by entry_id) moved
  join journal_entry entry on entry.id = moved.entry_id
  left join allocation on allocation.id = entry.source_id
  left join receipt_refund refund on refund.id = entry.source_id
  join receipt on receipt.id = coalesce(allocation.receipt_id, refund.receipt_id, entry.source_id)
  join client on client.id = receipt.client_id join billing_entity entity on entity.id = receipt.entity_id
  where receipt.voucher_kind = 'advance_voucher'`;

/**
 * All that counts in the output tax register, in the order of its dates (docs/rules.md#tax-registers). Documents are read as they were issued,
 * so that the sums can be compared with the ledger.
 */
export async function outputMovements(db: Db, asked: RegisterAsked): Promise<OutputMovement[]> {
  const { rows } = await sql<OutputMovement>`
    select movement.*, (movement.posted_at at time zone (select timezone from billing_entity where id = ${asked.entityId}))::date::text as posted_on
    from (${invoices(inPeriod(asked))} union all ${creditNotes(inPeriod(asked))} union all ${advances(asked)}) movement
    order by date, number, step, id`.execute(db);
  return rows;
}

/** The issue of some documents. */
export async function issueMovements(
  db: Db,
  { invoiceIds, noteIds }: { invoiceIds: readonly string[]; noteIds: readonly string[] },
): Promise<OutputMovement[]> {
  const { rows } = await sql<OutputMovement>`
    select * from (${invoices(issuesOf('state.invoice_id', invoiceIds))} union all
      ${creditNotes(issuesOf('state.id', noteIds))}) movement`.execute(db);
  return rows;
}
