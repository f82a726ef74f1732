import { attribution } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import type { Attribution, AttributionView } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let executives: Caller[];

const period = { from: '2026-03-01', to: '2026-04-30' };

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ name: 'Rita Relations' });
  executives = [];
  for (const name of ['Ed First', 'Eve Second', 'Eli Third'])
    executives.push(await api.as({ userType: 'executive', name }));
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

const lookAfter = async (people: readonly Caller[]) => {
  await api.ownerPool.query('delete from client_executive where client_id = $1', [fixture.clientId]);
  for (const { id } of people)
    await api.db.insertInto('clientExecutive').values({ clientId: fixture.clientId, userId: id }).execute();
};

const find = (view: AttributionView, more: object = {}): Promise<Attribution[]> =>
  admin.call(attribution.find, { view, entityId: fixture.entityId, ...period, ...more });

const wholeOf = ([one]: Attribution[]) =>
  Object.fromEntries(
    (one?.rows ?? [])
      .filter(({ month }) => month === null)
      .map(({ person, billed, collected, outstanding }) => [
        person?.label ?? 'none',
        [billed, collected, outstanding],
      ]),
  );

/** Parts go to the people in the order of their ids. */
const inOrder = (people: readonly Caller[], parts: readonly number[]) =>
  new Map(people.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id }, index) => [id, parts[index]]));

it('credits billed and collected amounts to the managers of that time, and what is outstanding to those of today', async () => {
  await lookAfter(executives);
  const first = await fixture.issued(100_00, { issueDate: '2026-03-02' });
  await lookAfter(executives.slice(0, 1));
  await fixture.issued(7_01, { issueDate: '2026-04-03', dueDate: '2026-04-30' });
  await admin.call(
    receipts.create,
    fixture.receipt(50_00, {
      receiptDate: '2026-04-05',
      allocations: [{ invoiceId: first.id, amount: 50_00 }],
    }),
  );
  await lookAfter([]);
  expect(wholeOf(await find('crm'))).toEqual({ 'Rita Relations': [107_01, 50_00, 57_01] });

  const [euros] = await find('executive');
  const shares = inOrder(executives, [33_34, 33_33, 33_33]);
  for (const [index, { id }] of executives.entries()) {
    const row = euros?.rows.find(({ person, month }) => person?.id === id && month === null);
    expect(row).toMatchObject({
      billed: (shares.get(id) ?? 0) + (index === 0 ? 7_01 : 0),
      collected: index === 0 ? 50_00 : 0,
      outstanding: 0,
    });
    const march = euros?.rows.find(({ person, month }) => person?.id === id && month === '2026-03');
    expect(march).toMatchObject({ billed: shares.get(id), outstanding: null });
  }
  expect(euros?.rows.find(({ person }) => person === null)).toMatchObject({ billed: 0, outstanding: 57_01 });
  expect(euros?.total).toEqual({ month: null, billed: 107_01, collected: 50_00, outstanding: 57_01 });
});

const ofMonth = (rows: Attribution[], month: string) =>
  rows[0]?.rows.filter((row) => row.month === month).map(({ person, collected }) => [person?.id, collected]);

it('takes a reversed receipt off by exactly the parts that it gave', async () => {
  await lookAfter(executives);
  const receipt = await admin.call(receipts.create, fixture.receipt(10_01, { receiptDate: '2026-03-10' }));
  const before = await find('executive', { to: '2026-03-31' });
  await admin.call(
    receipts.reverse,
    { id: receipt.id, date: '2026-04-20', reason: 'Bounced' },
    { version: receipt.version },
  );
  const march = await find('executive', { to: '2026-03-31' });
  expect(march[0]?.rows.map(({ collected }) => collected)).toEqual(
    before[0]?.rows.map(({ collected }) => collected),
  );
  const gave = inOrder(executives, [3_34, 3_34, 3_33]);
  const april = new Map(ofMonth(await find('executive'), '2026-04') as [string, number][]);
  expect(before[0]?.total.collected).toBe(10_01);
  for (const { id } of executives) expect(april.get(id)).toBe(-(gave.get(id) ?? 0));
});

it('counts only clients within the scope, and refuses a period that ends before it begins', async () => {
  const narrow = await api.as({ userType: 'manager', keys: ['reports.user_ledgers'], scope: 'own' });
  expect(await narrow.call(attribution.find, period)).toEqual([]);
  const refused = await admin.refused(attribution.find, { from: period.to, to: period.from });
  expect(refused.errors['to']?.[0]?.code).toBe('DATE_ORDER');
});

it('is exported with a row for each person and month', async () => {
  await fixture.issued(12_00);
  const found = await find('crm');
  const file = await admin.inject(
    requestOf(attribution.export, { ...period, entityId: fixture.entityId, format: 'csv' }),
  );
  const lines = file.body.trim().split('\r\n');
  expect(lines).toHaveLength(1 + (found[0]?.rows.length ?? 0));
  expect(lines[1]).toContain('Rita Relations');
});
