import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { minor } from '@daybook/contracts/money/money';
import type { Permission } from '@daybook/contracts/permissions';
import { addDays } from '@daybook/contracts/plain-date';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { dueOn, east, laterCheque, moveTo, west } from '../../../test/fixtures/later-cheques.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { receivePostdated } from '../receipts/postdated-cheques.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
  await moveTo(api, fixture, west);
});
afterAll(() => api.stop());

const keep = (more: Parameters<BillingFixture['receipt']>[1] = {}) =>
  admin.call(postdatedCheques.create, laterCheque(fixture, more));

const coveredBy = async ({ id }: { id: string }, who = admin) => {
  const { coveredBy: shown } = await who.call(invoices.open, { id });
  const { rows } = await who.call(invoices.list, { filter: { clientId: fixture.clientId } });
  // The list and the record show the same.
  expect(rows.find((row) => row.id === id)?.coveredBy).toEqual(shown);
  return shown;
};

describe('an invoice covered by a post-dated cheque', () => {
  it('shows the cheque for all or part of the amount owed, until the cheque is received or returned', async () => {
    const [whole, part, bare] = [
      await fixture.issued(600),
      await fixture.issued(900),
      await fixture.issued(50),
    ];
    const allocations = [
      { invoiceId: whole.id, amount: 600 },
      { invoiceId: part.id, amount: 400 },
    ];
    await keep({ allocations });
    const one = { cheques: 1, lastOn: dueOn() };
    expect(await coveredBy(whole)).toEqual({ ...one, amount: 600, isWhole: true });
    expect(await coveredBy(part)).toEqual({ ...one, amount: 400, isWhole: false });
    expect(await coveredBy(bare)).toBeNull();
    const later = addDays(dueOn(), 30);
    const { id, version } = await keep({
      amount: 500,
      receiptDate: later,
      instrumentDate: later,
      allocations: [{ invoiceId: part.id, amount: 500 }],
    });
    expect(await coveredBy(part)).toEqual({ cheques: 2, lastOn: later, amount: 900, isWhole: true });
    await admin.call(postdatedCheques.withdraw, { id, reason: 'Lost' }, { version });
    expect(await coveredBy(part)).toEqual({ ...one, amount: 400, isWhole: false });
    await moveTo(api, fixture, east);
    await receivePostdated(api.db);
    expect([await coveredBy(whole), await coveredBy(part)]).toEqual([null, null]);
  });

  it('is covered in full when the remainder is written off with the cheque', async () => {
    await api.db
      .updateTable('billingEntity')
      .set({ writeOffLimit: minor(20) })
      .where('id', '=', fixture.entityId)
      .execute();
    const invoice = await fixture.issued(1_010);
    await keep({ allocations: [{ invoiceId: invoice.id, amount: 1_000, writeOffRemainder: true }] });
    expect(await coveredBy(invoice)).toMatchObject({ amount: 1_000, isWhole: true });
  });

  it('shows the cheque to people with the permission for receipts and the client in their scope', async () => {
    const invoice = await fixture.issued(1_000);
    await keep({ allocations: [{ invoiceId: invoice.id, amount: 1_000 }] });
    const sees = (scope: 'all' | 'own', ...keys: Permission[]) =>
      api.as({ userType: 'manager', scope, keys });
    expect(await coveredBy(invoice, await sees('all', 'invoices.view', 'receipts.view'))).toMatchObject({
      amount: 1_000,
    });
    expect(await coveredBy(invoice, await sees('all', 'invoices.view'))).toBeNull();
    // The payer of the group, a client of other people, pays their client's invoice.
    const payer = await openBillingFixture(api, admin, { entityId: fixture.entityId });
    const own = await sees('own', 'invoices.view', 'receipts.view');
    await api.db.updateTable('client').set({ crmId: own.id }).where('id', '=', fixture.clientId).execute();
    expect(await coveredBy(invoice, own)).toMatchObject({ cheques: 1 });
    await admin.call(clientGroups.create, {
      name: uuidv7(),
      memberIds: [fixture.clientId, payer.clientId],
      payerClientId: payer.clientId,
    });
    const second = await fixture.issued(300);
    await admin.call(postdatedCheques.create, {
      ...laterCheque(payer, { allocations: [{ invoiceId: second.id, amount: 300 }] }),
    });
    expect(await coveredBy(second)).toMatchObject({ cheques: 1 });
    expect(await coveredBy(second, own)).toBeNull();
  });
});

it('shows a warning when the same cheque number is entered again, until the cheque is returned', async () => {
  const like = async (mode: 'bank' | 'cheque', reference: string) =>
    (
      await admin.call(receipts.sameReference, {
        entityId: fixture.entityId,
        clientId: fixture.clientId,
        mode,
        reference,
      })
    ).waiting;
  const { id, version } = await keep();
  expect(await like('cheque', '000123')).toEqual([
    {
      id,
      dueOn: dueOn(),
      currency: 'EUR',
      amount: 1_000,
      client: expect.objectContaining({ id: fixture.clientId }),
    },
  ]);
  expect([await like('cheque', '000124'), await like('bank', '000123')]).toEqual([[], []]);
  await admin.call(postdatedCheques.withdraw, { id, reason: 'Lost' }, { version });
  expect(await like('cheque', '000123')).toEqual([]);
});

it('keeps its client from being deleted, and the refusal names the cheque', async () => {
  await keep();
  const { version } = await admin.call(clients.open, { id: fixture.clientId });
  expect(await admin.refused(clients.remove, { id: fixture.clientId }, { version })).toMatchObject({
    code: 'REFERENCED',
    params: { usedBy: [{ kind: 'postdated_cheques', count: 1 }] },
  });
});
