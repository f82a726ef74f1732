import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** The TypeScript type of a value of each PostgreSQL type; the parsers are in database.ts. */
const types = {
  int8: 'number',
  numeric: 'string',
  date: 'string',
  timestamptz: 'string',
  jsonb: 'unknown',
  bpchar: 'string',
  xid8: 'string',
};

/** A bigint column is an amount in minor units, unless it is named here. */
const notAmounts = [
  'app_user.totp_last_step',
  'approval_step.seq',
  'audit_check.sealed',
  'audit_check.unsealed',
  'audit_event.id',
  'audit_seal.event_id',
  'audit_seal.seq',
  'backup.audit_seq',
  'backup.bytes',
  'backup.row_count',
  'billing_entity.round_total_to',
  'credit_note.round_total_to',
  'credit_note.seq',
  'document_number.seq',
  'entity_rounding.round_total_to',
  'expense.seq',
  'invoice.round_total_to',
  'invoice.seq',
  'journal_entry.seq',
  'money_delta.id',
  'number_format.start_seq',
  'number_series.next_seq',
  'number_series.start_seq',
  'period_lock.seq',
  'plain_counter.next',
  'proforma.seq',
  'promise_to_judge.id',
  'receipt.seq',
  'receipt_refund.seq',
  'staff_voucher.seq',
  'remote_load.id',
  'sign_in.no',
];

// kysely-codegen finds the imports of overrides with the API of TypeScript 5, which TypeScript 7 no longer has.
const minorImport = 'import type { Minor } from "@daybook/contracts/money/money";';

const bigints = `
  select format('%s.%s', relname, attname) as name, not attnotnull as nullable,
    atthasdef or attidentity <> '' as generated
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and atttypid = 'int8'::regtype`;

interface Bigint {
  name: string;
  nullable: boolean;
  generated: boolean;
}

function amountType({ nullable, generated }: Bigint): string {
  const type = nullable ? 'Minor | null' : 'Minor';
  return generated ? `Generated<${type}>` : type;
}

/** The type of each amount, by its column. */
async function amountsAt(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<Bigint>(bigints);
  await client.end();
  const gone = notAmounts.filter((name) => !rows.some((column) => column.name === name));
  if (gone.length > 0) throw new Error(`not a bigint column of the database: ${gone.join(', ')}`);
  return Object.fromEntries(
    rows.filter(({ name }) => !notAmounts.includes(name)).map((column) => [column.name, amountType(column)]),
  );
}

/** Writes Kysely's types of the migrated database at `url` to `outFile`. */
export async function generateSchema(url: string, outFile: string): Promise<void> {
  const cli = path.join(import.meta.dirname, '../../node_modules/kysely-codegen/dist/cli/bin.js');
  const flags = [
    '--dialect=postgres',
    '--camel-case',
    `--url=${url}`,
    `--out-file=${outFile}`,
    '--exclude-pattern=schema_migration',
    `--overrides=${JSON.stringify({ columns: await amountsAt(url) })}`,
    `--type-mapping=${JSON.stringify(types)}`,
  ];
  execFileSync(process.execPath, [cli, ...flags], { stdio: 'pipe' });
  const written = await readFile(outFile, 'utf8');
  await writeFile(outFile, written.replace(/^import /m, `${minorImport}\n$&`));
}
