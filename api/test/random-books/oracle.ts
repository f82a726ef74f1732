import type { TestApi } from '../test-api.ts';

const clientAccounts = `(select id from ledger_account where system_key in ('receivable', 'client_advance')
  or system_key like 'output_tax_on_advance.%')`;
const standsOn = (from: string, until: string) => `${from} <= day and (${until} is null or ${until} > day)`;

/** Balances of every posting day, computed from the documents only, never from stored balances. */
const byDay = `days as (select distinct entry_date as day from journal_line where entity_id = $1),
  owed as (
    select day, invoice.client_id, invoice.currency, invoice.total as amount from invoice
      join invoice_state state on state.invoice_id = invoice.id join days on ${standsOn('coalesce(invoice.opening_on, invoice.issue_date)', 'void_date')}
      where invoice.entity_id = $1 and issued_at is not null
    union all
    select day, client_id, currency, -write_off.amount from write_off
      join invoice on invoice.id = invoice_id join days on ${standsOn('written_off_on', 'reversed_on')}
      where entity_id = $1
    union all
    select day, receipt.client_id, receipt.currency, -(amount + withheld + bank_charge) from receipt
      join receipt_state state on receipt_id = receipt.id join days on ${standsOn('coalesce(opening_on, receipt.receipt_date)', 'reversed_on')}
      where receipt.entity_id = $1
    union all
    select day, client_id, currency, refund.amount from receipt_refund refund
      join receipt on receipt.id = receipt_id join days on ${standsOn('refunded_on', 'reversed_on')} where entity_id = $1
    union all
    select day, whose.client_id, invoice.currency, whose.amount from allocation
      join receipt on receipt.id = receipt_id join invoice on invoice.id = invoice_id and invoice.client_id <> receipt.client_id
      join days on ${standsOn('allocated_on', 'reversed_on')},
      lateral (values (receipt.client_id, allocation.amount), (invoice.client_id, -allocation.amount)) whose (client_id, amount)
      where invoice.entity_id = $1
    union all
    select day, note.client_id, note.currency, -note.total from credit_note note
      join credit_note_state state on state.id = note.id join days on ${standsOn('note.issue_date', 'void_date')}
      where note.entity_id = $1 and issued_at is not null
    union all
    select day, client_id, currency, refund.amount from credit_note_refund refund
      join credit_note note on note.id = credit_note_id join days on ${standsOn('refunded_on', 'reversed_on')} where entity_id = $1),
  held as (
    select day, client_id, currency, sum(debit - credit) as amount from journal_line
      join days on entry_date <= day where entity_id = $1 and account_id in ${clientAccounts} group by 1, 2, 3),
  used as (
    select day, invoice_id, receipt_id, credit_note_id, allocation.amount from allocation
      join invoice on invoice.id = invoice_id join days on ${standsOn('allocated_on', 'reversed_on')} where entity_id = $1)`;

const faults = {
  'an entry or the whole ledger is out of balance': `
    select entry_id, sum(base_debit - base_credit) from journal_line where entity_id = $1
      group by rollup (entry_id) having sum(base_debit - base_credit) <> 0`,
  'a currency is out of balance': `
    select currency, sum(debit - credit) from journal_line where entity_id = $1
      group by currency having sum(debit - credit) <> 0`,
  'on some day a client owes another amount than the ledger shows': `
    select day, client_id, currency, coalesce(asked.amount, 0), coalesce(held.amount, 0)
      from (select day, client_id, currency, sum(amount) as amount from owed group by 1, 2, 3) asked
      full join held using (day, client_id, currency)
      where coalesce(asked.amount, 0) <> coalesce(held.amount, 0)`,
  'on some day more is settled than an invoice charges': `
    select day, used.invoice_id, sum(used.amount) from used join invoice on invoice.id = used.invoice_id
      join invoice_state state on state.invoice_id = invoice.id
      left join lateral (select sum(amount) as amount from write_off
        where write_off.invoice_id = used.invoice_id and ${standsOn('written_off_on', 'reversed_on')}) given_up on true
      group by day, used.invoice_id, invoice.total, given_up.amount, invoice.opening_on, invoice.issue_date, void_date
      having sum(used.amount) > invoice.total - coalesce(given_up.amount, 0) or day < coalesce(invoice.opening_on, invoice.issue_date) or day >= void_date`,
  'on some day more is used than a receipt or credit note has': `
    select day, used.receipt_id, used.credit_note_id, sum(used.amount) from used
      left join receipt on receipt.id = used.receipt_id left join receipt_state on receipt_state.receipt_id = used.receipt_id
      left join credit_note note on note.id = used.credit_note_id
      left join credit_note_state note_state on note_state.id = note.id
      left join lateral (select sum(amount) as amount from credit_note_refund refund
        where refund.credit_note_id = note.id and ${standsOn('refunded_on', 'reversed_on')}) refunded on true
      left join lateral (select sum(amount) as amount from receipt_refund refund
        where refund.receipt_id = receipt.id and ${standsOn('refunded_on', 'reversed_on')}) paid_back on true
      group by day, used.receipt_id, used.credit_note_id, receipt.id, receipt_state.receipt_id, note.id, note_state.id, refunded.amount, paid_back.amount
      having sum(used.amount) > coalesce(receipt.amount + withheld + bank_charge - coalesce(paid_back.amount, 0),
          note.total - coalesce(refunded.amount, 0))
        or day < coalesce(receipt.opening_on, receipt.receipt_date, note.issue_date) or day >= coalesce(reversed_on, note_state.void_date)`,
  'the balance of a document does not match its settlements': `
    select invoice.id from invoice join invoice_state state on state.invoice_id = invoice.id
      where invoice.entity_id = $1 and issued_at is not null and status <> 'void' and outstanding <> invoice.total
        - coalesce((select sum(amount) from allocation where invoice_id = invoice.id and reversed_at is null), 0)
        - coalesce((select sum(amount) from write_off where invoice_id = invoice.id and reversed_on is null), 0)
    union all
    select receipt_id from receipt_state state join receipt on receipt.id = receipt_id where receipt.entity_id = $1 and allocated <>
      coalesce((select sum(amount) from allocation where receipt_id = receipt.id and reversed_at is null), 0)
    union all
    select note.id from credit_note note join credit_note_state state on state.id = note.id
      where note.entity_id = $1 and status not in ('draft', 'void') and available <> note.total
        - coalesce((select sum(amount) from allocation where credit_note_id = note.id and reversed_at is null), 0)
        - coalesce((select sum(amount) from credit_note_refund where credit_note_id = note.id and reversed_on is null), 0)`,
  'the stored total of a client does not match its invoices': `
    select client_id, currency, kept.owed, kept.invoices, open.owed, open.invoices
      from (select client_id, currency, sum(owed) as owed, sum(invoices) as invoices from owed_by_client
        where entity_id = $1 group by 1, 2 having (sum(owed), sum(invoices)) <> (0, 0)) kept
      full join (select client_id, currency, sum(outstanding) as owed, count(*) as invoices from invoice_state
        where entity_id = $1 and outstanding > 0 group by 1, 2) open using (client_id, currency)
      where (kept.owed, kept.invoices) is distinct from (open.owed, open.invoices)`,
  'the figures of an invoice do not add up': `
    select invoice.id, net, tax, rounding, total, prepaid, payable from invoice,
      lateral (select sum(line.net) as nets, sum(line.tax) as taxes from
        (select net, tax from invoice_line where invoice_id = invoice.id union all
         select case kind when 'charge' then net else -net end, case kind when 'charge' then tax else -tax end
           from invoice_adjustment where invoice_id = invoice.id) line) parts
      where entity_id = $1 and (net <> nets or tax <> taxes or total <> net + tax + rounding or payable <> total - prepaid)`,
  'credit notes credit more than their invoice charged': `
    with documents as (select note.id, credited.* from credit_note note join credit_note_state state on state.id = note.id
      join credit_note_line credited on credited.credit_note_id = note.id
      where note.entity_id = $1 and state.status not in ('draft', 'void'))
    select invoice.number, 'total', sum(given.total), invoice.total from credit_note_invoice given
      join credit_note_state state on state.id = given.credit_note_id and state.status not in ('draft', 'void')
      join invoice on invoice.id = given.invoice_id where invoice.entity_id = $1
      group by invoice.id having sum(given.total) > invoice.total or sum(given.net + given.tax) > invoice.net + invoice.tax
        or (sum(given.net), sum(given.tax)) = (invoice.net, invoice.tax) and sum(given.total) <> invoice.total
    union all
    select invoice.number, part ->> 'name', credited.tax, charged.tax from (
        select invoice_id, category, rate, part ->> 'name' as name, sum((part ->> 'tax')::bigint) as tax
        from documents cross join jsonb_array_elements(components) part group by 1, 2, 3, 4) credited
      join invoice on invoice.id = invoice_id
      cross join jsonb_array_elements(tax_groups) whole cross join jsonb_array_elements(whole -> 'components') part
      cross join lateral (select (part ->> 'tax')::bigint as tax) charged
      where whole ->> 'category' = credited.category and (whole ->> 'rate')::numeric = credited.rate
        and part ->> 'name' = credited.name and credited.tax > greatest(charged.tax, 0)`,
  // Within half a unit for each tax component of each line, the most that rounding by line can add.
  'the tax of credit notes does not match what they credit': `
    select credited.invoice_id, credited.rate, sum(credited.net), sum(credited.tax) from credit_note_line credited
      join credit_note_state state on state.id = credit_note_id join invoice on invoice.id = invoice_id
      where state.entity_id = $1 and state.status not in ('draft', 'void')
      group by credited.invoice_id, credited.category, credited.rate
      having abs(sum(credited.tax) - sum(credited.net) * credited.rate / 100)
        > count(*) * max(jsonb_array_length(credited.components)) + (select count(*) from invoice_line where invoice_id = credited.invoice_id)`,
  'the advances in the ledger do not match those on receipts and credit notes': `
    select client_id, currency, held.amount, open.amount from (
        select client_id, currency, sum(credit - debit) as amount from journal_line join ledger_account account on account.id = account_id
        where entity_id = $1 and is_advance group by 1, 2) held
      full join (select client_id, currency, sum(amount) as amount from (
          select client_id, currency, available - allocated - refunded as amount from receipt_state state
            where entity_id = $1 and state.status = 'posted'
          union all select client_id, currency, available from credit_note_state where entity_id = $1) one group by 1, 2) open
        using (client_id, currency)
      where coalesce(held.amount, 0) <> coalesce(open.amount, 0)`,
  'an invoice names more paid before than was paid': `
    select invoice.id, prepaid from invoice where entity_id = $1 and issued_at is not null and prepaid >
      (select coalesce(sum(amount), 0) from allocation where invoice_id = invoice.id and allocated_on = issue_date and receipt_id is not null)`,
  'the tax of advances does not match their remainder': `
    select client_id, currency, component, due.tax, held.tax from (
      select receipt.client_id, receipt.currency, part ->> 'name' as component, sum(case advance_tax ->> 'roundingDir'
          when 'floor' then floor(exact) else round(exact) end) as tax
        from receipt join receipt_state state on state.receipt_id = receipt.id,
          jsonb_array_elements(advance_tax -> 'components') as part,
          lateral (select (available - allocated - refunded) * (advance_tax ->> 'ratePct')::numeric
            / (100 + (advance_tax ->> 'ratePct')::numeric) / jsonb_array_length(advance_tax -> 'components') as exact) whole
        where receipt.entity_id = $1 and voucher_kind = 'advance_voucher' and status = 'posted' group by 1, 2, 3) due
      full join (select client_id, currency, split_part(system_key, '.', 2) as component, sum(credit - debit) as tax
        from journal_line join ledger_account account on account.id = account_id
        where entity_id = $1 and system_key like 'output_tax_on_advance.%' group by 1, 2, 3) held
        using (client_id, currency, component)
      where coalesce(due.tax, 0) <> coalesce(held.tax, 0)`,
  'a pending item is billed by no line or several, or before it is invoiced': `
    select item.id, item.status, count(billed.line_id) from pending_item item left join (
        select line.id as line_id, line.pending_item_id, line.invoice_id from invoice_line line join invoice_state live on live.invoice_id = line.invoice_id
        where live.status <> 'void' and not exists (select from credit_note_line returned join credit_note_state note on note.id = returned.credit_note_id
          where returned.invoice_line_id = line.id and returned.pending_item_id is not null and note.status not in ('draft', 'void'))
      ) billed on billed.pending_item_id = item.id
      where item.entity_id = $1 group by item.id
      having count(billed.line_id) <> (item.status = 'invoiced')::int or max(billed.invoice_id::text) <> max(item.invoice_id::text)
    union all
    select item.id, task.status, 0 from pending_item item left join task on task.id = item.source_id
      where item.entity_id = $1 and source = 'task' and item.status = 'invoiced' and (task.status <> 'completed' or task.deleted_at is not null)`,
  'a line bills work that no longer exists, or work was returned with a credit for only part of its line': `
    select line.id from invoice_line line join invoice on invoice.id = line.invoice_id
      join invoice_state live on live.invoice_id = invoice.id left join pending_item item on item.id = line.pending_item_id
      where invoice.entity_id = $1 and line.pending_item_id is not null and live.status <> 'void' and item.id is null
        and not exists (select from credit_note_line returned join credit_note_state note on note.id = returned.credit_note_id
          where returned.invoice_line_id = line.id and returned.pending_item_id is not null and note.status not in ('draft', 'void'))
    union all
    select returned.invoice_line_id from credit_note_line returned join credit_note_state note on note.id = returned.credit_note_id
      join invoice_line line on line.id = returned.invoice_line_id join invoice on invoice.id = line.invoice_id
      where note.entity_id = $1 and returned.pending_item_id is not null and note.status not in ('draft', 'void')
        and line.net + case when invoice.prices_include_tax then line.tax else 0 end
          <> (select sum(amount) from credited_line where invoice_line_id = line.id)`,
  'a series has a gap': `
    select doc_kind, fy from document_number where entity_id = $1 group by doc_kind, fy
      having min(seq) <> 1 or max(seq) <> count(*)`,
  'a document has another number than it took, or two have the same': `
    select number from document_number where entity_id = $1 group by doc_kind, number having count(*) > 1
    union all
    select coalesce(taken.number, doc.number) from document_number taken full join (
      select id, number from invoice where entity_id = $1 and issued_at is not null and opening_on is null union all
      select id, number from receipt where entity_id = $1 and opening_on is null union all
      select refund.id, refund.number from receipt_refund refund join receipt on receipt.id = receipt_id
        where entity_id = $1 and refund.number is not null union all
      select id, number from credit_note where entity_id = $1 and issued_at is not null union all
      select id, number from proforma where entity_id = $1 union all
      select id, number from staff_voucher where entity_id = $1 and number is not null union all
      select id, number from expense where entity_id = $1 and number is not null) doc on doc.id = taken.document_id
      where (taken.entity_id = $1 or taken.entity_id is null) and doc.number is distinct from taken.number`,
};

/** The debits minus credits of some accounts in the entries of a kind of document, in the base currency. */
const posted = (sourceType: string, ...accounts: string[]) => `
  select entry.source_id as id, sum(line.base_debit - line.base_credit) as base from journal_line line
    join journal_entry entry on entry.id = line.entry_id join ledger_account account on account.id = line.account_id
    where entry.entity_id = $1 and entry.source_type = '${sourceType}' and system_key = any ('{${accounts.join()}}')
    group by entry.source_id`;

/** The amount of each open document in the base currency at its own rate; zero once it is settled. */
const carried = `invoiced as (${posted('invoice', 'receivable')}),
    received as (${posted('receipt', 'bank', 'cash', 'staff_cash', 'cheques_in_hand', 'bank_charge', 'withholding_receivable', 'opening_equity')}),
    live as (select allocation.* from allocation join invoice on invoice.id = invoice_id
      where entity_id = $1 and reversed_at is null),
  document as (
  select outstanding as open, coalesce(invoiced.base, 0)
      - coalesce((select sum(invoice_base) from live where invoice_id = invoiced.id), 0)
      - coalesce((select sum(base) from write_off where invoice_id = invoiced.id and reversed_on is null), 0) as carried
    from invoice_state state join invoiced on invoiced.id = invoice_id where status <> 'void'
  union all
  select available - allocated - refunded,
      coalesce((select sum(receipt_base) from live where receipt_id = received.id), 0)
        + coalesce((select sum(base) from receipt_refund where receipt_id = received.id and reversed_on is null), 0) - coalesce(received.base, 0)
    from receipt_state state join received on received.id = receipt_id where state.status = 'posted'
  union all
  select available, coalesce((select sum(receipt_base) from live where credit_note_id = note.id), 0)
      + coalesce((select sum(base) from credit_note_refund where credit_note_id = note.id and reversed_on is null), 0) - base_total
    from credit_note note join credit_note_state state on state.id = note.id
    where note.entity_id = $1 and status not in ('draft', 'void'))`;

const baseFaults = {
  'a settled document has a remainder in the base currency': `select open, carried from document where open = 0 and carried <> 0`,
  'the ledger does not match the open documents in the base currency': `
    select carried, held from (select coalesce(sum(carried), 0) as carried from document) open_ones,
      lateral (select coalesce(sum(base_debit - base_credit), 0) as held from journal_line
        where entity_id = $1 and account_id in ${clientAccounts}) ledger
      where carried <> held`,
};

const everyFault = Object.entries({ ...faults, ...baseFaults }).map(
  ([fault, select]) => `select '${fault}' as fault, to_jsonb(found) as found from (${select}) found`,
);
const everything = `with ${byDay}, ${carried} ${everyFault.join(' union all ')}`;

// Named, so that the database plans each of them once.
const rowsOf = async <Row extends object>(
  { ownerPool }: TestApi,
  name: string,
  text: string,
  entityId: string,
) => (await ownerPool.query<Row>({ name, text, values: [entityId] })).rows;

/** Everything that is wrong with the books of a billing entity, by an oracle that shares no code with the product. */
export async function faultsOf(api: TestApi, entityId: string): Promise<string[]> {
  const rows = await rowsOf<{ fault: string; found: unknown }>(api, 'faults', everything, entityId);
  return rows.map(({ fault, found }) => `${fault}: ${JSON.stringify(found)}`);
}

/** What each client owes by the ledger, by currency. */
export const heldOf = (api: TestApi, entityId: string) =>
  rowsOf<{ clientId: string; currency: string; amount: number }>(
    api,
    'held',
    `select client_id as "clientId", currency, sum(debit - credit)::bigint as amount from journal_line
       where entity_id = $1 and account_id in ${clientAccounts} group by 1, 2`,
    entityId,
  );
