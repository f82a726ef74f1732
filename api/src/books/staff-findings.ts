import { sql } from 'kysely';

/** What a posted voucher moves, besides the expenses that it pays. */
const ofVouchers = sql`
  select voucher.entity_id, part.user_id, part.account, voucher.currency, part.amount as told, 0 as held
  from staff_voucher voucher
  cross join lateral (values
    (voucher.user_id, 'staff_advance', case
      when voucher.kind = 'advance' then voucher.amount
      when voucher.kind = 'advance_return' or (voucher.kind = 'settlement' and voucher.account = 'advance') then -voucher.amount
      else 0 end),
    (voucher.user_id, 'staff_cash', case
      when voucher.kind = 'hand_over' or (voucher.kind = 'settlement' and voucher.account = 'staff_cash') then -voucher.amount
      else 0 end),
    (voucher.to_user_id, 'staff_cash', voucher.amount)) as part (user_id, account, amount)
  where voucher.status = 'posted' and part.user_id is not null`;

/** What people are owed for expenses. Those reimbursed before there were vouchers are paid without one. */
const ofExpenses = sql`
  select entity_id, claimant_id, 'staff_payable', currency,
    case when status = 'reimbursed' and staff_voucher_id is null then 0 else -gross end, 0
  from expense where paid_by = 'person' and status in ('approved', 'reimbursed')
  union all
  select voucher.entity_id, voucher.user_id, 'staff_payable', voucher.currency, paid.amount, 0
  from staff_voucher_expense paid join staff_voucher voucher on voucher.id = paid.voucher_id
  where voucher.status = 'posted'`;

/** Cash that stayed with whoever received it. The entry says whether it did, because the setting of the entity may have changed since. */
const ofReceipts = sql`
  select receipt.entity_id, receipt.received_by, 'staff_cash', receipt.currency, receipt.amount, 0
  from receipt join receipt_state state on state.receipt_id = receipt.id
  where state.status = 'posted' and exists (
    select from journal_entry entry join journal_line line on line.entry_id = entry.id
    join ledger_account account on account.id = line.account_id
    where entry.source_type = 'receipt' and entry.source_id = receipt.id and account.system_key = 'staff_cash')`;

/** Each person's accounts in the ledger equal the receipts, expenses and vouchers of that person. */
export const ofStaff = sql`
  select 'staff_accounts_are_documents', part.entity_id, coalesce(person.name || ' ', '') || account.code, part.currency, sum(told), sum(held)
  from (
    ${ofVouchers} union all ${ofExpenses} union all ${ofReceipts}
    union all
    select line.entity_id, line.user_id, account.system_key, line.currency, 0, line.debit - line.credit
    from journal_line line join ledger_account account on account.id = line.account_id
    where account.system_key in ('staff_payable', 'staff_advance', 'staff_cash')
  ) part
  join ledger_account account on account.system_key = part.account
  left join app_user person on person.id = part.user_id
  group by part.entity_id, person.id, account.code, part.currency having sum(told) <> sum(held)`;
