import { bookChecks } from '@daybook/contracts/settings/book-checks/book-checks';
import { startDemoApi } from '../../../../test/demo-firm.ts';
import { whatErasureDoes } from '../../../../test/fixtures/what-erasure-does.ts';
import type { Fate, Held, Row } from '../../../../test/fixtures/what-erasure-does.ts';
import { sealAll } from '../../../../test/seal-all.ts';
import type { TestApi } from '../../../../test/test-api.ts';
import { makeAskedCheck } from '../../../books/checks-by-hand.ts';
import { heldRows } from '../data/held-rows.queries.ts';
import { heldTables, notHeld } from '../data/held-tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startDemoApi();
}, 120_000);
afterAll(() => api.stop());

/** The client's rows of a table as texts, without the columns that the erasure empties. */
async function rowsOf(table: string, clientId: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of heldRows(api.db, table, clientId))
    rows.push(...page.map((row) => JSON.parse(row) as Row));
  return rows;
}
const without = (row: Row, columns: readonly string[] = []): string =>
  JSON.stringify(Object.entries(row).filter(([name]) => !columns.includes(name)));
const staying = (table: string, { stays, which = () => true, emptied }: Fate, held: Held): string[] =>
  stays === null
    ? []
    : (held.get(table) ?? []).filter((row) => which(row, held)).map((row) => without(row, emptied));

async function eraseAsOwner(clientId: string): Promise<void> {
  const sql = await api.ownerPool.connect();
  try {
    await sql.query(
      `select set_config('daybook.actor', (select id from app_user where user_type = 'super_admin' limit 1)::text, false)`,
    );
    await sql.query(`select erase_client($1, 'Asked for')`, [clientId]);
  } finally {
    sql.release(true);
  }
}

// docs/rules.md#erasure-of-a-client
describe('what an erasure does', () => {
  it('is decided for every table that holds something of a client or refers to one', () => {
    const tables = [...Object.keys(heldTables), ...Object.keys(notHeld)].toSorted();
    expect(Object.keys(whatErasureDoes).toSorted()).toEqual(tables);
  });

  it('is so for all rows of all tables, of settled clients and of others', async () => {
    // The law that keeps clients who are not settled is tested elsewhere. Without it there is more to erase.
    await api.ownerPool.query(
      `create or replace function obstacles_to_erasure(of_client uuid) returns table (kind text, count bigint)
       language sql stable as $$ select null::text, null::bigint where false $$`,
    );
    await api.ownerPool.query(
      `update subscription set version = version + 1;
       update series set status = 'cancelled', paused_for = null where status in ('active', 'paused')`,
    );
    const { rows: clients } = await api.ownerPool.query<{ id: string }>(
      `select id from client where not exists (select from pending_item join invoice on invoice.id = invoice_id
         where pending_item.client_id = client.id and invoice.issued_at is null) order by id limit 12`,
    );
    const found: unknown[] = [];
    const seen = new Set<string>();
    for (const { id } of clients) {
      const before = new Map<string, Row[]>();
      for (const table of Object.keys(heldTables)) before.set(table, await rowsOf(table, id));
      await eraseAsOwner(id);
      for (const [table, fate] of Object.entries(whatErasureDoes)) {
        const earlier = before.get(table);
        if (earlier === undefined || earlier.length === 0) continue;
        seen.add(table);
        const expected = staying(table, fate, before);
        const after = (await rowsOf(table, id)).map((row) => without(row, fate.emptied));
        const lost = expected.find((row) => !after.includes(row));
        const left = after.find((row) => !expected.includes(row));
        if (lost !== undefined || left !== undefined) found.push({ table, lost, left });
      }
    }
    expect(found).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
    await sealAll(api.db);
    const owner = await api.as({ userType: 'super_admin' });
    await owner.call(bookChecks.run, {});
    await makeAskedCheck(api.db, api.db);
    expect((await owner.call(bookChecks.list, {})).rows[0]?.findings).toEqual([]);
  }, 120_000);
});
