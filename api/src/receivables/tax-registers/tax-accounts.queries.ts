import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Minor } from '@daybook/contracts/money/money';
import type { TaxRegisterKind } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { Db } from '../../db/database.ts';
import type { RegisterAsked } from './output-movements.ts';

/** What the tax accounts of a component moved by. */
interface TaxAccounts {
  /** Empty for input tax, which has one account. */
  component: string;
  /** By documents, in the base currency. */
  documents: Minor;
  /** By other entries, such as the payment of the tax. */
  others: Minor;
}

/** The account, or accounts, of each component; an expression of `account`. */
const componentOf: Record<TaxRegisterKind, RawBuilder<unknown>> = {
  output: sql`case when starts_with(account.system_key, 'output_tax.') or starts_with(account.system_key, 'output_tax_on_advance.')
    then split_part(account.system_key, '.', 2) end`,
  input: sql`case when account.system_key = 'input_tax' then '' end`,
};

/** The movements of the tax accounts in a period: credits less debits, and for input tax the other way round. */
export async function taxAccounts(
  db: Db,
  kind: TaxRegisterKind,
  asked: RegisterAsked,
): Promise<TaxAccounts[]> {
  const { rows } = await sql<TaxAccounts>`
    select component, coalesce(sum(amount) filter (where not is_other), 0)::bigint as documents,
      coalesce(sum(amount) filter (where is_other), 0)::bigint as others
    from (
      select ${componentOf[kind]} as component, ${sql.lit(kind === 'output' ? 1 : -1)} * (line.base_credit - line.base_debit) as amount,
        'journal' in (entry.source_type, coalesce(was.source_type, '')) as is_other
      from ledger_account account
      join journal_line line on line.account_id = account.id and line.entity_id = ${asked.entityId}
        and line.entry_date between ${asked.from}::date and ${asked.to}::date
      join journal_entry entry on entry.id = line.entry_id
      left join journal_entry was on was.id = entry.reversal_of
      where ${componentOf[kind]} is not null) moved
    group by component order by component`.execute(db);
  return rows;
}
