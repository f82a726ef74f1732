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

/** What is wrong with the costs of departments, or with the sum of the departments of an account. */
export async function departmentFaults({ api, entityId, writer }: Fixture): Promise<string[]> {
  const { rows } = await api.ownerPool.query<{ fault: string }>(costs, [entityId]);
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
