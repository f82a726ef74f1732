import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import { contains, matches, normalise } from '../db/search.ts';
import { auditedTables } from './audited-tables.ts';

/** Records by the names of the tables and their ids, in pairs; and people, who are also looked for as those who acted. */
export interface NamedRecords {
  tables: string[];
  ids: string[];
  people: string[];
}

/** At most so many of each kind, as the screen says; a search that finds more is too wide to be read. */
const most = 20;

/** Tables with a text for searching. Invoices, receipts and vouchers are found by their whole number. */
const searched = [
  'app_user',
  'billing_entity',
  'client',
  'client_group',
  'contact',
  'credit_note',
  'enquiry',
  'expense',
  'holiday_calendar',
  'opening_withheld',
  'package',
  'pending_item',
  'postdated_cheque',
  'proforma',
  'recurring_task_category',
  'series',
  'service',
  'task',
  'task_category',
] as const;

/** Small tables without one, and the texts that they are found by. */
const small = {
  department: sql`name`,
  expense_category: sql`name`,
  tax_code: sql`code || ' ' || name`,
  withholding_code: sql`section || ' ' || name`,
} as const;

const byText = (table: string, q: string): RawBuilder<unknown> =>
  sql`(select ${sql.lit(table)} as "table", id from ${sql.table(table)} where ${matches(table, q)} limit ${sql.lit(most)})`;

const bySmall = (table: string, text: RawBuilder<unknown>, q: string): RawBuilder<unknown> =>
  sql`(select ${sql.lit(table)} as "table", id from ${sql.table(table)} where ${contains(text, q)} limit ${sql.lit(most)})`;

const byNumber = (table: string, from: string, id: string, number: string): RawBuilder<unknown> =>
  sql`(select ${sql.lit(table)} as "table", ${sql.ref(id)} as id from ${sql.table(from)}
    where lower(number) = ${number} limit ${sql.lit(most)})`;

/** The names under which the parts of a record are logged with its id. */
const partsOf = (record: string): string[] =>
  Object.entries(auditedTables).flatMap(([table, { of }]) =>
    table === record || of === record ? [table] : [],
  );

/** The people and records that a text names. */
export async function findNamed(db: Db, q: string): Promise<NamedRecords> {
  const number = normalise(q);
  const parts = [
    ...searched.map((table) => byText(table, q)),
    ...Object.entries(small).map(([table, text]) => bySmall(table, text, q)),
    byNumber('invoice', 'invoice_state', 'invoice_id', number),
    byNumber('receipt', 'receipt', 'id', number),
    byNumber('staff_voucher', 'staff_voucher', 'id', number),
  ];
  const { rows } = await sql<{ table: string; id: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const pairs = rows.flatMap(({ table, id }) => partsOf(table).map((part) => ({ part, id })));
  return {
    tables: pairs.map(({ part }) => part),
    ids: pairs.map(({ id }) => id),
    people: rows.filter(({ table }) => table === 'app_user').map(({ id }) => id),
  };
}
