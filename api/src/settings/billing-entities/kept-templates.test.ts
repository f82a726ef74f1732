import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { Endpoint } from '@daybook/contracts/endpoint';
import {
  documentTemplates,
  usualLook,
} from '@daybook/contracts/settings/billing-entities/document-templates';
import { pdfPages } from '../../../test/files/pdf-pages.ts';
import { makeExpenseCategory } from '../../../test/fixtures/expense-fixture.ts';
import { makeTaxCode } from '../../../test/fixtures/masters.ts';
import { openVoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import type { VoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let claimant: Caller;
let india: VoucherFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  claimant = await api.as({ userType: 'executive', keys: ['expenses.add'], scope: 'own' });
  india = await openVoucherFixture(api, admin);
  await api.ownerPool.query('update billing_entity set keeps_staff_cash = true');
});
afterAll(() => api.stop());

const fileOf = async (endpoint: Endpoint, input: object): Promise<Buffer> => {
  const answer = await admin.inject(requestOf(endpoint, input, {}));
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return answer.rawPayload;
};
const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex');
const textOf = (file: Uint8Array) =>
  pdfPages(file)
    .map(({ text }) => text)
    .join('');

async function footer(en: string): Promise<void> {
  const at = { id: india.entityId };
  const { version } = await admin.call(documentTemplates.open, at);
  const look = { ...usualLook, hiddenColumns: [], footers: { ...usualLook.footers, en } };
  await admin.call(documentTemplates.save, { ...at, ...look }, { version });
}

type Issued = [Endpoint, object];
const print = (some: readonly Issued[]) =>
  Promise.all(some.map(([endpoint, input]) => fileOf(endpoint, input)));
const dated = { date: '2026-04-20' };

async function expense(): Promise<Issued> {
  await makeTaxCode(api.db, {
    code: `O${uuidv7()}`,
    rate: '0',
    category: 'O',
    regime: 'IN',
    kind: 'GST',
  });
  const made = await claimant.call(expenses.create, {
    entityId: india.entityId,
    categoryId: await makeExpenseCategory(api),
    expenseDate: '2026-04-05',
    description: 'Train to Pune',
    gross: 1_210,
    paidBy: 'person',
  });
  const at = { id: made.id };
  const { version } = await claimant.call(expenses.submit, at, { version: made.version });
  await admin.call(expenses.approve, { ...at, ...dated }, { version });
  return [expenses.pdf, at];
}

async function advance(): Promise<Issued> {
  const given = { entityId: india.entityId, personId: claimant.id, amount: 50_000 };
  const { id } = await admin.call(staffVouchers.advance, { ...given, ...dated });
  return [staffVouchers.pdf, { id }];
}

/** Cash of a client that the claimant received, handed over to a colleague who confirms it. */
async function handOver(): Promise<Issued> {
  const { given } = await india.ofClient();
  const { advanceTaxCodeId: _taxed, voucherKind: _kind, ...cash } = given(7_000, { mode: 'cash' });
  await admin.call(receipts.create, { ...cash, receivedBy: claimant.id });
  const { id, version } = await claimant.call(staffVouchers.handOver, {
    entityId: india.entityId,
    personId: claimant.id,
    receiverId: admin.id,
    currency: 'INR',
    amount: 7_000,
    ...dated,
  });
  await admin.call(staffVouchers.confirm, { id }, { version });
  return [staffVouchers.pdf, { id }];
}

const voucherOf = async () => (await india.ofClient()).voucher(118_000);

async function refund(id: string): Promise<Issued> {
  const open = await admin.call(receipts.open, { id });
  const refunded = await admin.call(
    receipts.refund,
    { id, amount: 11_800, date: '2026-04-20', mode: 'bank' },
    { version: open.version },
  );
  return [receipts.refundPdf, { id, refundId: refunded.refunds.at(-1)?.id ?? '' }];
}

describe('a change of the template', () => {
  it('leaves every voucher as it was issued, and is on those issued later, also of an older advance', async () => {
    const older = await voucherOf();
    const issue = async (): Promise<Issued[]> => [
      await expense(),
      await advance(),
      await handOver(),
      await refund(older.id),
    ];
    const first = await issue();
    const before = await print(first);

    await footer('Second footer');
    const second = await issue();
    const then = await print(second);
    await footer('Third footer');

    expect((await print(first)).map(hashOf)).toEqual(before.map(hashOf));
    expect((await print(second)).map(hashOf)).toEqual(then.map(hashOf));
    for (const text of then.map(textOf)) expect(text).toContain('Secondfooter');
    for (const text of before.map(textOf)) expect(text).not.toContain('footer');
  });
});
