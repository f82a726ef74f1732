import type pg from 'pg';

/** Tables loaded in bulk; their indexes are created once, when all rows are there. */
const loaded = [
  'invoice',
  'invoice_due',
  'invoice_line',
  'invoice_state',
  'receipt',
  'receipt_state',
  'allocation',
  'credit_note',
  'credit_note_line',
  'credit_note_invoice',
  'credit_note_state',
  'write_off',
  'document_number',
  'journal_entry',
  'journal_line',
  'audit_event',
  'audit_seal',
  'client',
  'task',
  'enquiry',
  'pending_item',
  'expense',
  'time_entry',
  'series',
  'series_progress',
  'series_run',
];

/** Drops the indexes that no constraint needs. Returns the statements that create them again, table by table. */
export async function dropIndexes(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; statement: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as statement from pg_index
     where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
     order by (select relname from pg_class where oid = indrelid), indexrelid`,
    [loaded],
  );
  for (const { name } of rows) await admin.query(`drop index ${name}`);
  return rows.map(({ statement }) => statement);
}

interface ForeignKey {
  law: string;
  child: string;
  parent: string;
  columns: string[];
  keys: string[];
}

/** Foreign keys are triggers, which were disabled while the rows were loaded: this checks each of them. Returns the names of the broken ones. */
export async function brokenReferences(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<ForeignKey>(
    `select conname as law, conrelid::regclass::text as child, confrelid::regclass::text as parent,
       (select array_agg(attname::text order by place) from unnest(conkey) with ordinality as one (no, place)
         join pg_attribute on attrelid = conrelid and attnum = no) as columns,
       (select array_agg(attname::text order by place) from unnest(confkey) with ordinality as one (no, place)
         join pg_attribute on attrelid = confrelid and attnum = no) as keys
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const broken: string[] = [];
  for (const { law, child, parent, columns, keys } of rows) {
    const isSame = columns.map((column, index) => `p.${keys[index] ?? ''} = c.${column}`).join(' and ');
    const isSet = columns.map((column) => `c.${column} is not null`).join(' and ');
    const found = await admin.query(
      `select from ${child} c where ${isSet} and not exists (select from ${parent} p where ${isSame}) limit 1`,
    );
    if (found.rowCount) broken.push(law);
  }
  return broken;
}
