import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { EntityKind } from '@daybook/contracts/entities';
import type { Db } from '../db/database.ts';

/** What the log says of a record besides its id. */
export interface RecordFacts {
  table: string;
  label: string | null;
  /** The kind whose screen opens the record. */
  opens: EntityKind | null;
  /** The currency of its amounts, and that of the books. */
  currency: string | null;
  baseCurrency: string | null;
}

/** SQL over a row `r` of the table. `opens` names one kind, or chooses it by the row. */
interface Told {
  label: RawBuilder<unknown>;
  opens?: RawBuilder<unknown>;
  currency?: RawBuilder<unknown>;
  base?: RawBuilder<unknown>;
}

const ofEntity = sql`(select base_currency from billing_entity where id = r.entity_id)`;
const nullFor = sql`null::text`;

const named = (opens?: EntityKind, more: Partial<Told> = {}): Told => ({
  label: sql`r.name`,
  ...(opens !== undefined && { opens: sql.lit(opens) }),
  ...more,
});
const numbered = (opens?: EntityKind): Told => ({
  label: sql`r.number`,
  ...(opens !== undefined && { opens: sql.lit(opens) }),
  currency: sql`r.currency`,
  base: ofEntity,
});
const inCurrency = { currency: sql`r.currency` };

const recordTables: Readonly<Record<string, Told>> = {
  client: named('client', inCurrency),
  client_group: named('client_group'),
  contact: named('contact'),
  client_document: { label: sql`r.title`, opens: sql.lit('client_document') },
  enquiry: named('enquiry', inCurrency),
  enquiry_source: { label: sql`coalesce(r.name, r.usual)` },
  lost_reason: { label: sql`coalesce(r.name, r.usual)` },
  task: {
    label: sql`r.title`,
    opens: sql.lit('task'),
    currency: sql`(select currency from client where id = r.client_id)`,
  },
  task_category: named('task_category', inCurrency),
  package: named('package'),
  saved_view: { label: sql`r.name` },
  subscription: {
    label: sql`(select client.name || ' – ' || package.name from client, package where client.id = r.client_id and package.id = r.package_id)`,
    currency: sql`(select currency from package_version where id = r.version_id)`,
  },
  price_rise: { label: sql`r.valid_from::text`, opens: sql.lit('price_rise'), ...inCurrency },
  recurring_task_category: named('recurring_task_category', inCurrency),
  series: {
    label: sql`r.title`,
    opens: sql`case r.kind when 'task' then 'recurring_task' else 'recurring_invoice' end`,
    currency: sql`(select currency from client where id = r.client_id)`,
  },
  invoice: numbered('invoice'),
  proforma: numbered('proforma'),
  receipt: numbered('receipt'),
  credit_note: numbered('credit_note'),
  expense: { ...numbered('expense'), label: sql`coalesce(r.number, r.description)` },
  expense_category: named(),
  pending_item: { label: sql`r.description`, ...inCurrency },
  time_week: { label: sql`r.week_on::text` },
  time_bill: { label: sql`r.from_on || ' – ' || r.to_on` },
  postdated_cheque: { label: sql`r.instrument_no`, ...inCurrency },
  staff_voucher: numbered(),
  opening_withheld: numbered(),
  withholding_entry: { ...numbered('withholding_entry'), label: sql`r.section` },
  withholding_certificate: numbered('withholding_certificate'),
  statement_schedule: named('statement_schedule'),
  promise: { label: nullFor, ...inCurrency },
  billing_entity: named('billing_entity', { currency: sql`r.base_currency`, base: sql`r.base_currency` }),
  department: named('department'),
  service: named('service', inCurrency),
  tax_code: { label: sql`r.code`, opens: sql.lit('tax_code') },
  withholding_code: named('withholding_code', inCurrency),
  exchange_rate: {
    label: sql`r.from_currency || ' → ' || r.to_currency || ' ' || r.rate_date`,
    opens: sql.lit('exchange_rate'),
  },
  charge_rate: { label: sql`r.valid_from::text`, opens: sql.lit('charge_rate'), ...inCurrency },
  cost_rate: { label: sql`r.valid_from::text`, opens: sql.lit('cost_rate'), ...inCurrency },
  holiday_calendar: named('holiday_calendar'),
  app_user: named(undefined, {
    opens: sql`case r.user_type when 'super_admin' then 'admin' when 'client' then null else r.user_type end`,
  }),
  attachment: named(),
  task_checklist_item: { label: sql`r.title` },
  ledger_account: named('ledger_account', { label: sql`r.code || ' ' || r.name` }),
  manual_journal: { label: sql`r.reason`, opens: sql.lit('journal_entry'), base: ofEntity },
  import: { label: sql`r.file_name` },
};

/** The facts of the records among these ids, by id. A deleted record has none. */
export async function factsOf(db: Db, ids: ReadonlySet<string>): Promise<Map<string, RecordFacts>> {
  if (ids.size === 0) return new Map();
  const wanted = sql`any (${[...ids]}::uuid[])`;
  const parts = Object.entries(recordTables).map(
    ([table, { label, opens = nullFor, currency = nullFor, base = nullFor }]) => sql`
      select r.id, ${sql.lit(table)} as "table", ${label} as label, ${opens} as opens,
        ${currency} as currency, ${base} as base_currency
      from ${sql.table(table)} r where r.id = ${wanted}`,
  );
  const { rows } = await sql<RecordFacts & { id: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
