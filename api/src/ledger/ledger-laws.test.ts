import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { openBillingFixture } from '../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { makeEntity } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

/** The SQLSTATE with which the database refuses a statement under the application's role; null if it accepts it. */
const refusalOf = (statement: string, values: unknown[]): Promise<string | null> =>
  api.appPool.query(statement, values).then(
    () => null,
    (error: { code: string }) => error.code,
  );

describe('the database', () => {
  it('refuses to void an invoice without a reversal', async () => {
    const { id } = await fixture.issued(1_000);
    const void_ = `update invoice_state set status = 'void', outstanding = 0, void_date = '2026-03-02',
      void_reason = 'x' where invoice_id = $1`;
    expect(await refusalOf(void_, [id])).toBe('DB006');
  });

  it('refuses to reverse a receipt without a reversal', async () => {
    const { id } = await admin.call(receipts.create, fixture.receipt(1_000));
    const reversed = `update receipt_state set status = 'reversed', reversed_on = '2026-05-01' where receipt_id = $1`;
    expect(await refusalOf(reversed, [id])).toBe('DB006');
  });

  it('refuses an allocation that is not fully posted', async () => {
    const invoice = await fixture.issued(1_000);
    const receipt = await admin.call(receipts.create, fixture.receipt(1_000));
    const allocated = `insert into allocation (id, receipt_id, invoice_id, amount, invoice_base, receipt_base, allocated_on)
      values (gen_random_uuid(), $1, $2, 1000, 1000, 1000, '2026-05-01')`;
    expect(await refusalOf(allocated, [receipt.id, invoice.id])).toBe('DB006');
  });
});

it('the start of the fiscal year cannot change once a number is taken, because numbers would repeat', async () => {
  const entityId = await makeEntity(api.db, { format: '{PFX}/{FY:25}/{SEQ:4}' });
  const change = `update billing_entity set fy_start = '04-01' where id = $1`;
  expect(await refusalOf(change, [entityId])).toBeNull();
  await (await openBillingFixture(api, admin, { entityId })).issued(1_000);
  expect(await refusalOf(`update billing_entity set fy_start = '07-01' where id = $1`, [entityId])).toBe(
    'DB020',
  );
});
