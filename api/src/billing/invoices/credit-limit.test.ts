import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { minor } from '@daybook/contracts/money/money';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let clientId: string;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
});
beforeEach(async () => {
  clientId = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
  await api.db
    .updateTable('client')
    .set({ creditLimit: minor(10_000) })
    .where('id', '=', clientId)
    .execute();
});
afterAll(() => api.stop());

const setRule = (creditLimit: 'warn' | 'block', entityId = fixture.entityId) =>
  api.db.updateTable('billingEntity').set({ creditLimit }).where('id', '=', entityId).execute();
const draft = (amount: number, more = {}) => fixture.draft(amount, { clientId, ...more });
const issue = ({ id, version }: { id: string; version: number }, caller = admin, more = {}) =>
  caller.call(invoices.issue, { id, ...more }, { version });
const previewOf = async (amount: number, more = {}) =>
  (
    await admin.call(invoices.preview, {
      entityId: fixture.entityId,
      clientId,
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      currency: 'EUR',
      docLocale: 'en',
      lines: [
        { description: 'Books', qty: '1', unitPrice: String(amount / 100), taxCodeId: fixture.taxCodeId },
      ],
      ...more,
    })
  ).creditExceeded;

describe('the credit limit of a client', () => {
  it('counts what the client owes to all billing entities less what is not allocated, in its own currency', async () => {
    const elsewhere = await makeEntity(api.db);
    await setRule('warn');
    expect(await previewOf(10_000)).toBeNull();
    expect(await previewOf(10_001)).toMatchObject({ figures: { limit: 10_000, balance: 0, others: [] } });
    await issue(await draft(7_000));
    await issue(await draft(1_000, { entityId: elsewhere }));
    expect(await previewOf(2_000)).toBeNull();
    expect(await previewOf(2_001)).toMatchObject({ figures: { balance: 8_000 } });
    await admin.call(receipts.create, fixture.receipt(5_000, { clientId }));
    expect(await previewOf(7_000)).toBeNull();
    expect(await previewOf(7_001)).toMatchObject({
      rule: 'warn',
      currency: 'EUR',
      figures: { balance: 3_000 },
    });

    const dollars = { currency: 'USD', fxRate: '0.9' };
    await issue(await draft(90_000, dollars));
    expect(await previewOf(90_000, dollars)).toBeNull();
    expect(await previewOf(7_001)).toMatchObject({
      figures: { others: [{ currency: 'USD', balance: 90_000 }] },
    });
    const { credit } = await admin.call(invoices.basis, {
      entityId: fixture.entityId,
      clientId,
      issueDate: '2026-03-01',
    });
    expect(credit).toMatchObject({
      currency: 'EUR',
      rule: 'warn',
      figures: { limit: 10_000, balance: 3_000 },
    });
    // A billing entity that only warns issues it.
    expect(await issue(await draft(7_001))).toMatchObject({ status: 'issued', creditLimitReason: null });
  });

  it('is enforced where the billing entity says so, and only admins exceed it, with a reason that stays', async () => {
    await setRule('block');
    const clerk = await api.as({ userType: 'manager', scope: 'all' });
    const above = await draft(10_001);
    const creditLimitReason = 'Paid by Friday, says the partner';
    expect(
      await clerk.refused(invoices.issue, { id: above.id, creditLimitReason }, { version: 1 }),
    ).toMatchObject({
      httpStatus: 409,
      code: 'CREDIT_LIMIT',
      errors: {},
    });
    expect(await admin.refused(invoices.issue, { id: above.id }, { version: 1 })).toMatchObject({
      code: 'CREDIT_LIMIT',
      params: { limit: 10_000, balance: 0, total: 10_001, currency: 'EUR' },
      errors: { creditLimitReason: [{ code: 'REQUIRED' }] },
    });
    expect(await issue(above, admin, { creditLimitReason })).toMatchObject({
      status: 'issued',
      creditLimitReason,
    });
    expect(await admin.call(invoices.open, { id: above.id })).toMatchObject({ creditLimitReason });
    // A reason that was not needed is not stored.
    await admin.call(
      receipts.create,
      fixture.receipt(10_001, { clientId, allocations: [{ invoiceId: above.id, amount: 10_001 }] }),
    );
    expect(await issue(await draft(10_000), admin, { creditLimitReason })).toMatchObject({
      creditLimitReason: null,
    });
  });

  it('holds for two invoices that are issued at once, and in the database itself', async () => {
    const elsewhere = await makeEntity(api.db);
    await Promise.all([setRule('block'), setRule('block', elsewhere)]);
    const drafts = [await draft(6_000), await draft(6_000, { entityId: elsewhere }), await draft(6_000)];
    const outcomes = await Promise.all(
      drafts.map(({ id, version }) =>
        admin.call(invoices.issue, { id }, { version }).then(
          () => 'issued',
          (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? '',
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['CREDIT_LIMIT', 'CREDIT_LIMIT', 'issued']);

    // A limit that was lowered after the check, but before the invoice is issued.
    const late = await draft(1_000);
    await api.ownerPool.query(`create function lower_limit() returns trigger language plpgsql as
      'begin update client set credit_limit = 6500 where id = new.client_id; return new; end'`);
    await api.ownerPool.query(`create trigger lower_limit before update on invoice for each row
      when (new.issued_at is not null) execute function lower_limit()`);
    try {
      expect(await admin.refused(invoices.issue, { id: late.id }, { version: late.version })).toMatchObject({
        httpStatus: 409,
        code: 'CREDIT_LIMIT',
      });
    } finally {
      await api.ownerPool.query('drop trigger lower_limit on invoice; drop function lower_limit');
    }
    expect(await admin.call(invoices.open, { id: late.id })).toMatchObject({ status: 'draft' });
  });
});
