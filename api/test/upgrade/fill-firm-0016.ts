import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { writeFrames } from '../../src/bench/fill/fill-dataset.ts';
import { loadFirm } from './stored-firm.ts';

/** What documents need before there are any: the rest of the stored firm stays out. */
const masters = new Set([
  'advance_taxing_regime',
  'app_user',
  'billing_entity',
  'entity_rounding',
  'exchange_rate',
  'file_content',
  'file_piece',
  'ledger_account',
  'number_format',
  'sign_in_policy',
  'tax_code',
  'tax_rate',
  'user_grant',
  'withholding_code',
  'withholding_rate',
]);
const today = '2026-11-20';
const folder = path.join(import.meta.dirname, 'fill-0016');

/**
 * Fills a database of the schema 0016 with that many invoices of eight years, and the receipts, credit notes, expenses, tasks and audit
 * log that go with them. `url` is a superuser's, because the laws do not act meanwhile. The statements were written for this schema and
 * stay as they are.
 */
export async function fillFirm0016(url: string, invoices: number): Promise<void> {
  await loadFirm('0016', url, masters);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set work_mem = '256MB'`);
    await client.query(`select set_config('fill.invoices', $1, false), set_config('fill.today', $2, false)`, [
      String(invoices),
      today,
    ]);
    // Its documents are older than the stored firm's books.
    await client.query('update billing_entity set cut_over_on = null');
    for (const name of (await readdir(folder)).toSorted()) {
      await client.query(await readFile(path.join(folder, name), 'utf8'));
      if (name.startsWith('1-')) await writeFrames(client, today);
    }
    await client.query('drop schema fill cascade');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
