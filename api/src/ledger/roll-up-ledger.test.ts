import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import { openBillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { rollUpLedger } from './roll-up-ledger.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;
let issue: (amount: number) => Promise<{ id: string; version: number; issueDate: string }>;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  const fixture = await openBillingFixture(api, admin);
  entityId = fixture.entityId;
  issue = (amount) => fixture.issued(amount);
});
afterAll(() => api.stop());

const balancesOf = async (asOf: string) => {
  const { rows } = await admin.call(trialBalances.open, { entityId, asOf });
  return rows.map(({ account, debit, credit }) => [account.code, debit, credit]);
};

it('the balances are the same before and after a roll-up, including entries posted in between', async () => {
  const { id, version } = await issue(10_000);
  await issue(2_500);
  const before = [await balancesOf('2026-01-31'), await balancesOf('2027-06-15')];
  expect(before[1]).not.toEqual([]);
  expect(await rollUpLedger(api.db)).toBe(2);
  expect(await rollUpLedger(api.db)).toBe(0);
  expect([await balancesOf('2026-01-31'), await balancesOf('2027-06-15')]).toEqual(before);
  await admin.call(invoices.void, { id, voidDate: '2026-03-02', reason: 'Wrong' }, { version });
  const tailed = await balancesOf('2027-06-15');
  expect(tailed).not.toEqual(before[1]);
  expect(await rollUpLedger(api.db)).toBe(1);
  expect(await balancesOf('2027-06-15')).toEqual(tailed);
});

it('the application cannot write the balances itself', async () => {
  await expect(api.appPool.query('update ledger_month set debit = 0')).rejects.toMatchObject({
    code: '42501',
  });
  await expect(api.appPool.query('update client_ledger_month set debit = 0')).rejects.toMatchObject({
    code: '42501',
  });
  await expect(api.appPool.query('delete from ledger_delta')).rejects.toMatchObject({ code: '42501' });
});
