import { setTimeout as wait } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { requestOf } from '../../http/request-of.ts';
import { entryOf, openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { eventually } from '../../../test/installation.ts';
import { soak } from '../../../test/effort.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { openVoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';

const rounds = soak(2, 50);
jest.setTimeout(soak(180_000, 600_000));

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
});
afterAll(() => api.stop());

const createUrl = '/api/v1/receipts';
interface Answer {
  status: boolean;
  code?: string;
  data?: { id: string; number: string };
}

/** Sends again what a busy server has put off, as a browser does: how long a connection waits depends on the machine. */
async function post(payload: object, key?: string): Promise<Answer> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  for (;;) {
    const answer = await admin.inject({ method: 'POST', url: createUrl, payload, headers });
    const body = answer.json<Answer>();
    if (body.code !== 'UNAVAILABLE') return body;
  }
}

const count = async (sql: string, values: unknown[]): Promise<number> =>
  Number((await api.ownerPool.query<{ count: string }>(sql, values)).rows[0]?.count);

describe('concurrent receipts', () => {
  it('never settle more than an invoice owes: as many succeed as fit', async () => {
    for (let round = 1; round <= rounds; round += 1) {
      // Twenty allocations of 300 to an invoice of 1,000: any three of them fit.
      const invoice = await fixture.issued(1000);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          post(fixture.receipt(300, { allocations: [{ invoiceId: invoice.id, amount: 300 }] })),
        ),
      );
      const won = answers.filter(({ status }) => status);
      expect(won).toHaveLength(3);
      expect(new Set(won.map(({ data }) => data?.number)).size).toBe(3);
      expect(new Set(answers.filter(({ status }) => !status).map(({ code }) => code))).toEqual(
        new Set(['ALLOC_EXCEEDS_TARGET']),
      );
      expect(await admin.call(invoices.open, { id: invoice.id })).toMatchObject({
        status: 'part_paid',
        paid: 900,
        outstanding: 100,
      });
    }
    expect(await count('select count(*) from number_gap', [])).toBe(0);
  });

  it('settle overlapping invoices without a deadlock', async () => {
    const [a, b] = [await fixture.issued(10_000), await fixture.issued(10_000)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const pair = [
          { invoiceId: a.id, amount: 100 },
          { invoiceId: b.id, amount: 100 },
        ];
        return post(fixture.receipt(200, { allocations: index % 2 === 0 ? pair : pair.toReversed() }));
      }),
    );
    expect(answers.every(({ status }) => status)).toBe(true);
    expect(await admin.call(invoices.open, { id: a.id })).toMatchObject({ paid: 2000 });
  });

  it('never allocate an advance twice', async () => {
    const advance = await admin.call(receipts.create, fixture.receipt(1000));
    const targets = await Promise.all(Array.from({ length: 6 }, () => fixture.issued(400)));
    const answers = await Promise.all(
      targets.map(async ({ id }) => {
        const allocations = [{ invoiceId: id, amount: 400 }];
        const url = `${createUrl}/${advance.id}/allocate`;
        const payload = { date: '2026-04-05', allocations };
        return (await admin.inject({ method: 'POST', url, payload })).json<Answer>();
      }),
    );
    expect(answers.filter(({ status }) => status)).toHaveLength(2);
    expect(await admin.call(receipts.open, { id: advance.id })).toMatchObject({ unallocated: 200 });
  });

  it('never allocate an advance voucher twice, and reverse its tax once', async () => {
    const client = await (await openVoucherFixture(api, admin)).ofClient();
    const { id } = await client.voucher(11_800);
    const open = [await client.issued('100'), await client.issued('100')];
    const answers = await Promise.all(
      open.map(async (invoice) => {
        const allocations = [{ invoiceId: invoice.id, amount: 11_800 }];
        const input = { id, date: '2026-04-12', allocations };
        return (await admin.inject(requestOf(receipts.allocate, input))).json<Answer>();
      }),
    );
    expect(answers.filter(({ status }) => status)).toHaveLength(1);
    const { allocations } = await admin.call(receipts.open, { id });
    expect(await entryOf(api, [id, ...allocations.map((one) => one.id)])).toMatchObject({
      client_advance: 0,
      'output_tax_on_advance.CGST': 0,
      'output_tax_on_advance.SGST': 0,
    });
  });

  it('with the same idempotency key create one receipt', async () => {
    const started = await count('select count(*) from receipt', []);
    const keys = Array.from({ length: 20 }, () => uuidv7());
    const answers = await Promise.all(
      keys.flatMap((key) =>
        Array.from({ length: 5 }, async () => {
          const payload = fixture.receipt(100, { reference: key });
          for (;;) {
            const answer = await post(payload, key);
            if (answer.code !== 'IDEMPOTENCY_IN_FLIGHT') return answer;
            await wait(20);
          }
        }),
      ),
    );
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(keys.length);
    expect(await count('select count(*) from receipt', [])).toBe(started + keys.length);
    const [key = ''] = keys;
    expect((await post(fixture.receipt(101, { reference: key }), key)).code).toBe('IDEMPOTENCY_MISMATCH');
  });

  it('are tried again after a deadlock', async () => {
    // PostgreSQL cancels the request that has waited longer; on a slow machine that may be the other one.
    let isFoundByReceipt = false;
    for (let round = 0; round < 5 && !isFoundByReceipt; round += 1) isFoundByReceipt = await crossOnce();
    expect(isFoundByReceipt).toBe(true);
  });
});

/**
 * A receipt and another transaction lock two invoices in opposite order. The receipt is saved; returns whether it was
 * the one that was tried again.
 */
async function crossOnce(): Promise<boolean> {
  const [a, b] = [await fixture.issued(1000), await fixture.issued(1000)].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  const lock = 'select from invoice where id = $1 for update';
  const other = await api.ownerPool.connect();
  try {
    await other.query('begin');
    await other.query(lock, [b?.id]);
    const answer = post(
      fixture.receipt(2000, {
        allocations: [a, b].map((invoice) => ({ invoiceId: invoice?.id ?? '', amount: 1000 })),
      }),
    );
    // The receipt holds the first invoice and waits for the second, which the other transaction holds.
    await eventually(async () => expect(await waiting()).toBe(1));
    const isFoundByOther = await other.query(lock, [a?.id]).then(
      () => false,
      () => true,
    );
    await other.query('rollback');
    expect((await answer).status).toBe(true);
    return !isFoundByOther;
  } finally {
    other.release();
  }
}

/** The number of the application's own sessions that wait for a lock; its role cannot see those of other roles. */
async function waiting(): Promise<number> {
  const { rows } = await api.appPool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

const refusedAs = (sql: string, values: unknown[] = []) => refusedInSql(api, [sql, values]);

const allocate = (receiptId: string, invoiceId: string, amount: number) =>
  refusedAs(
    `insert into allocation (id, receipt_id, invoice_id, amount, invoice_base, receipt_base, allocated_on)
       values ($1, $2, $3, $4, $4, $4, '2026-04-05')`,
    [uuidv7(), receiptId, invoiceId, amount],
  );

describe('the database', () => {
  it('refuses the application’s role any change of a receipt, balance or allocation', async () => {
    const invoice = await fixture.issued(1000);
    const receipt = await admin.call(
      receipts.create,
      fixture.receipt(600, { allocations: [{ invoiceId: invoice.id, amount: 500 }] }),
    );
    const refused = '42501';
    expect(await refusedAs('update receipt set amount = 1 where id = $1', [receipt.id])).toBe(refused);
    expect(await refusedAs('delete from receipt where id = $1', [receipt.id])).toBe(refused);
    expect(await refusedAs('truncate receipt cascade')).toBe(refused);
    expect(await refusedAs('update receipt_state set allocated = 0')).toBe(refused);
    expect(await refusedAs('update receipt_state set available = 999999')).toBe(refused);
    expect(await refusedAs('update invoice_state set paid = 0')).toBe(refused);
    expect(await refusedAs('delete from allocation')).toBe(refused);
    expect(await refusedAs('alter table allocation disable trigger all')).toBe(refused);
    expect(await refusedAs('update allocation set amount = 1')).toBe('DB001');
    expect(
      await refusedAs(`update receipt_state set status = 'reversed' where receipt_id = $1`, [receipt.id]),
    ).toBe('23514');
  });

  it('refuses an allocation that exceeds either document or joins documents of different clients', async () => {
    const invoice = await fixture.issued(1000);
    const dollars = await fixture.issued(1000, { currency: 'USD', fxRate: '0.9' });
    const other = await openBillingFixture(api, admin, { entityId: fixture.entityId });
    const theirs = await other.issued(1000);
    const receipt = await admin.call(receipts.create, fixture.receipt(600));
    const large = await admin.call(receipts.create, fixture.receipt(5000));
    expect(await allocate(receipt.id, invoice.id, 601)).toBe('DB009');
    expect(await allocate(large.id, invoice.id, 1001)).toBe('DB007');
    expect(await allocate(large.id, dollars.id, 1)).toBe('DB008');
    expect(await allocate(large.id, theirs.id, 1)).toBe('DB008');
    expect(await allocate(large.id, invoice.id, -1)).toBe('23514');
    // Within all limits, but not posted.
    expect(await allocate(large.id, invoice.id, 1000)).toBe('DB006');
  });
});
