import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import type { Fixture } from './step.ts';

/** The costs that the expenses of each department state, beside what is posted for them. */
const costs = `
  with stated as (
    select department_id, sum(gross - recoverable_tax + case when reverse_charge then input_tax_sum(input_tax, 'tax') else 0 end) as cost
    from expense where entity_id = $1 and status in ('approved', 'reimbursed') and not pure_agent group by 1
  ), posted as (
    select line.department_id, sum(line.base_debit - line.base_credit) as cost
    from journal_line line join journal_entry entry on entry.id = line.entry_id
      join ledger_account account on account.id = line.account_id
      join expense on expense.id = entry.source_id
    where entry.entity_id = $1 and entry.source_type in ('expense', 'reversal') and account.type = 'expense'
      and not expense.pure_agent
    group by 1
  )
  select concat_ws(' ', 'expenses', department_id, stated, posted) as fault
  from (select department_id, sum(stated) as stated, sum(posted) as posted
    from (select department_id, cost as stated, 0 as posted from stated union all select department_id, 0, cost from posted) side
    group by 1) both_ways
  where stated <> posted`;

/** What fully credited invoices left behind of what they earned. */
const remains = `
  with gone as (
    select invoice.id from invoice join credited_invoice part on part.invoice_id = invoice.id
    where invoice.entity_id = $1 group by invoice.id having (sum(part.net), sum(part.tax)) = (invoice.net, invoice.tax)
  ), side as (
    select gone.id, line.account_id, line.department_id, line.credit - line.debit as amount
    from gone join journal_entry entry on entry.source_type = 'invoice' and entry.source_id = gone.id
      join journal_line line on line.entry_id = entry.id join ledger_account account on account.id = line.account_id
    where account.type = 'income' and account.system_key is distinct from 'rounding' or account.system_key = 'client_reimbursable'
    union all
    select gone.id, part.account_id, part.department_id, -part.amount
    from gone join credit_note_line line on line.invoice_id = gone.id
      join credit_note_state state on state.id = line.credit_note_id and state.status not in ('draft', 'void')
      join credit_note_posting part on part.line_id = line.id
  )
  select concat_ws(' ', 'credited', id, account_id, department_id, sum(amount)) as fault
  from side group by id, account_id, department_id having sum(amount) <> 0`;

/** What is wrong with the costs of departments, with what credit notes left behind, or with the sum of the departments of an account. */
export async function departmentFaults({ api, entityId, writer }: Fixture): Promise<string[]> {
  const { rows } = await api.ownerPool.query<{ fault: string }>(`${costs} union all (${remains})`, [
    entityId,
  ]);
  const sums = async (byDepartment: 'true' | 'false') => {
    const balance = await writer.call(trialBalances.open, { entityId, asOf: '2199-12-31', byDepartment });
    const found = new Map<string, number>();
    for (const { account, debit, credit } of balance.rows)
      found.set(account.code, (found.get(account.code) ?? 0) + debit - credit);
    return found;
  };
  const [parts, whole] = [await sums('true'), await sums('false')];
  const codes = [...new Set([...parts.keys(), ...whole.keys()])];
  return [
    ...rows.map(({ fault }) => fault),
    ...codes
      .filter((code) => (parts.get(code) ?? 0) !== (whole.get(code) ?? 0))
      .map((code) => `account ${code}: ${parts.get(code)} by department, ${whole.get(code)} in all`),
  ];
}
