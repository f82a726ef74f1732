import { startDemoApi } from '../../../../test/demo-firm.ts';
import type { TestApi } from '../../../../test/test-api.ts';
import { heldFiles } from './held-files.queries.ts';
import { heldRows } from './held-rows.queries.ts';
import { heldTables, notHeld } from './held-tables.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startDemoApi();
}, 120_000);
afterAll(() => api.stop());

const references = async () =>
  (
    await api.ownerPool.query<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
    )
  ).rows;

// docs/rules.md#data-of-a-client
describe('the tables of what is held on a client', () => {
  it('are all that refer to a client or to what is held on one, or are left out for a reason', async () => {
    const all = await references();
    const held = new Set(Object.keys(heldTables));
    const near = new Set(all.filter(({ to }) => held.has(to)).map(({ from }) => from));
    expect([...near].filter((table) => !held.has(table) && !(table in notHeld))).toEqual([]);
    expect(Object.keys(notHeld).filter((table) => held.has(table) || !near.has(table))).toEqual([]);
  });

  it('give every row of the firm to the clients, once each', async () => {
    const { rows: clients } = await api.ownerPool.query<{ id: string }>('select id from client');
    // Rows of these may belong to nobody, or to several clients.
    const shared =
      `contact enquiry enquiry_move enquiry_note enquiry_sender enquiry_service task task_assignee
      task_checklist_item task_note time_entry due_override_task expense journal_line allocation document_attachment
      certificate_match charge_rate email_message email_file refused_address import_row job_item notification statement_schedule
      statement_run`.split(/\s+/);
    const filled: string[] = [];
    for (const table of Object.keys(heldTables).filter((name) => !shared.includes(name))) {
      let given = 0;
      for (const { id } of clients)
        for await (const page of heldRows(api.db, table, id)) given += page.length;
      const { rows } = await api.ownerPool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
      expect([table, given]).toEqual([table, rows[0]?.n]);
      if (given > 0) filled.push(table);
    }
    expect(filled).toEqual(
      expect.arrayContaining(['client', 'invoice_line', 'receipt', 'credit_note_state', 'series_run']),
    );
  }, 120_000);

  it('give every file of the firm that belongs to a client, once, each at a path of its own', async () => {
    const { rows: clients } = await api.ownerPool.query<{ id: string }>('select id from client');
    const paths: string[] = [];
    for (const { id } of clients) for await (const { path } of heldFiles(api.db, id)) paths.push(path);
    const { rows } = await api.ownerPool.query<{ n: number }>(`select (
      (select count(*) from client_file) + (select count(attachment_id) from client_document)
      + (select count(*) from document_attachment left join task on task.id = task_id
          left join enquiry on enquiry.id = enquiry_id
          where num_nonnulls(invoice_id, receipt_id, credit_note_id, task.client_id, enquiry.converted_client_id) = 1)
      + (select count(attachment_id) from expense where client_id is not null)
      + (select count(attachment_id) from withholding_certificate)
      + (select count(*) from email_file) + (select count(*) from proforma_file)
      + (select count(letter) from reminder) + (select count(*) from invoice_file))::int as n`);
    expect(paths).toHaveLength(rows[0]?.n ?? 0);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.length).toBeGreaterThan(0);
    const folders = new Set(paths.map((path) => path.split('/')[1]));
    expect([...folders]).toEqual(expect.arrayContaining(['client', 'expenses', 'mails', 'invoices']));
  }, 120_000);
});
