import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { effort } from '../../../test/effort.ts';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { startServerProcess } from '../../../test/server-process.ts';
import type { ServerProcess } from '../../../test/server-process.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let clientId: string;
let taxCodeId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  clientId = await makeClient(api.db, { entityId: await makeEntity(api.db), crmId: admin.id });
  taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
});
afterAll(() => api.stop());

const drafts = (entityId: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const made = await admin.call(invoices.create, {
        entityId,
        clientId,
        issueDate: '2026-01-15',
        dueDate: '2026-02-14',
        currency: 'EUR',
        docLocale: 'en',
        lines: [{ description: 'Audit', qty: '1', unitPrice: '99.99', taxCodeId }],
      });
      return made.id;
    }),
  );

/** Issues an invoice, and repeats the request with the same key while the server is too busy. Returns 0 if the server is gone. */
async function sendIssue(server: ServerProcess, id: string, key: string): Promise<number> {
  try {
    const answer = await fetch(`${server.url}/api/v1/invoices/${id}/issue`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'if-match': '1',
        'idempotency-key': key,
      },
      body: '{}',
    });
    await answer.text();
    if (answer.status !== 503) return answer.status;
  } catch {
    return 0;
  }
  await wait(100);
  return sendIssue(server, id, key);
}

const numbersOf = async (entityId: string): Promise<number[]> => {
  const { rows } = await api.ownerPool.query<{ seq: number }>(
    'select seq::int as seq from invoice where entity_id = $1 and issued_at is not null order by seq',
    [entityId],
  );
  return rows.map(({ seq }) => seq);
};

async function expectWhole(entityId: string): Promise<void> {
  const gaps = await api.ownerPool.query('select * from number_gap where entity_id = $1', [entityId]);
  expect(gaps.rows).toEqual([]);
  const unposted = await api.ownerPool.query(
    `select id from invoice where entity_id = $1 and issued_at is not null
       and not exists (select from journal_entry where source_type = 'invoice' and source_id = invoice.id)`,
    [entityId],
  );
  expect(unposted.rows).toEqual([]);
  const balance = await api.ownerPool.query<{ off: number }>(
    'select coalesce(sum(base_debit - base_credit), 0)::int as off from journal_line where entity_id = $1',
    [entityId],
  );
  expect(balance.rows).toEqual([{ off: 0 }]);
}

/** Waits until this many sessions wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  for (let asked = 0; asked < 500; asked += 1) {
    const { rows } = await api.ownerPool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%take_number%'`,
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await wait(10);
  }
  throw new Error(`fewer than ${count} wait`);
}

const oneTo = (last: number): number[] => Array.from({ length: last }, (_value, index) => index + 1);

const atOnce = effort(20, 200);
const killedMeanwhile = effort(30, 60);

describe('the numbers of one series', () => {
  it(`run from 1 to ${atOnce} when ${atOnce} invoices are issued at once through two servers`, async () => {
    const entityId = await makeEntity(api.db);
    const ids = await drafts(entityId, atOnce);
    const servers = await Promise.all([startServerProcess(api.urls), startServerProcess(api.urls)]);
    try {
      const statuses = await Promise.all(
        ids.map((id, i) => sendIssue(servers[i % 2] as ServerProcess, id, uuidv7())),
      );
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
    expect(await numbersOf(entityId)).toEqual(oneTo(atOnce));
    await expectWhole(entityId);
  });

  it('have no gaps and no duplicates after a server is killed and all requests are sent again', async () => {
    const entityId = await makeEntity(api.db);
    const ids = await drafts(entityId, killedMeanwhile);
    const requests = ids.map((id) => ({ id, key: uuidv7() }));
    const steady = await startServerProcess(api.urls);
    try {
      for (let round = 0; round < effort(1, 3); round += 1) {
        const doomed = await startServerProcess(api.urls);
        const sent = requests.map(({ id, key }, i) => sendIssue(i % 2 ? steady : doomed, id, key));
        await Promise.race(sent);
        await doomed.kill();
        await Promise.all(sent);
        await expectWhole(entityId);
        const issued = await numbersOf(entityId);
        expect(issued).toEqual(oneTo(issued.length));
      }
      // Answered requests return their stored reply; unanswered ones run when they are sent again. Nothing runs twice.
      const statuses = await Promise.all(requests.map(({ id, key }) => sendIssue(steady, id, key)));
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
    } finally {
      await steady.stop();
    }
    expect(await numbersOf(entityId)).toEqual(oneTo(killedMeanwhile));
    await expectWhole(entityId);
  });

  it('follow the order of dates if the entity requires it, even for a third waiting request', async () => {
    const entityId = await makeEntity(api.db);
    // The numbers taken here have no document.
    await api.ownerPool.query('alter table document_number disable trigger document_number_held');
    const people = [1, 2, 3].map(() => new pg.Client(api.urls.owner));
    const [one, two, three] = people;
    const take = (client: typeof one, day: string) =>
      client?.query(`select * from take_number($1, 'tax_invoice', '2026', $2, $3, '', 4, '', true)`, [
        entityId,
        uuidv7(),
        day,
      ]);
    try {
      for (const client of people) await client.connect();
      await take(one, '2026-01-01');
      for (const client of people) await client.query('begin');
      await one?.query('select from number_series where entity_id = $1 for update', [entityId]);
      const second = take(two, '2026-01-09')?.then(() => two?.query('commit'));
      await untilWaiting(1);
      const third = take(three, '2026-01-02')?.catch((error: { code: string }) => error.code);
      await untilWaiting(2);
      await one?.query('commit');
      await second;
      expect(await third).toBe('DB010');
    } finally {
      for (const client of people) await client.end();
      await api.ownerPool.query('alter table document_number enable trigger document_number_held');
    }
  });

  it('begin with the configured number in the configured year, and with 1 in the year before', async () => {
    const entityId = await makeEntity(api.db);
    await api.db
      .updateTable('numberFormat')
      .set({ startSeq: 212 })
      .where('entityId', '=', entityId)
      .where('docKind', '=', 'tax_invoice')
      .execute();
    const year = new Date().getUTCFullYear();
    const issuedOn = async (issueDate: string) => {
      const [id = ''] = await drafts(entityId, 1);
      await api.db.updateTable('invoice').set({ issueDate }).where('id', '=', id).execute();
      return (await admin.call(invoices.issue, { id }, { version: 1 })).number;
    };
    expect(await issuedOn(`${year - 1}-12-31`)).toMatch(/0001$/);
    expect(await issuedOn(`${year}-01-01`)).toMatch(/0212$/);
    expect(await issuedOn(`${year}-01-02`)).toMatch(/0213$/);
  });

  it('are released when their transaction is rolled back or its connection dies', async () => {
    const entityId = await makeEntity(api.db);
    const ids = await drafts(entityId, killedMeanwhile);
    let killed = 0;
    const killer = setInterval(() => {
      // On a slow machine, where a transaction takes longer than this interval, none would ever end.
      if (killed >= killedMeanwhile / 2) return;
      // Uses the application's own role, because another role cannot see its connections.
      void api.appPool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
           and application_name = 'daybook' and state <> 'idle' and xact_start < now() - interval '2 ms' limit 1`,
        )
        .then(({ rowCount }) => (killed += rowCount ?? 0))
        .catch(() => undefined);
    }, 60);
    const left = new Set(ids);
    try {
      while (left.size > 0) {
        await Promise.all(
          [...left].map(async (id, i) => {
            // One request in seven has a wrong version and is refused after its work has begun.
            const answer = await admin.inject({
              method: 'POST',
              url: `/api/v1/invoices/${id}/issue`,
              headers: { 'if-match': i % 7 === 3 ? '9' : '1' },
              payload: {},
            });
            expect([200, 409, 412, 503]).toContain(answer.statusCode);
            if (answer.statusCode === 200) left.delete(id);
            if (answer.statusCode === 409) left.delete(id);
          }),
        );
      }
    } finally {
      clearInterval(killer);
    }
    expect(killed).toBeGreaterThan(0);
    expect(await numbersOf(entityId)).toEqual(oneTo(killedMeanwhile));
    await expectWhole(entityId);
  });
});
