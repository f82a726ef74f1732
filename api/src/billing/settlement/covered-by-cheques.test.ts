import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { minor } from '@daybook/contracts/money/money';
import type { Permission } from '@daybook/contracts/permissions';
import { addDays } from '@daybook/contracts/plain-date';
import { openDesk } from '../../../test/desks/billing-desk.ts';
import type { BillingDesk } from '../../../test/desks/billing-desk.ts';
import { dueOn, east, laterCheque, moveTo, west } from '../../../test/desks/later-cheques.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { receivePostdated } from '../receipts/postdated-cheques.ts';

let api: TestApi;
let admin: Caller;
let desk: BillingDesk;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  desk = await openDesk(api, admin);
  await moveTo(api, desk, west);
});
afterAll(() => api.stop());

const keep = (more: Parameters<BillingDesk['receipt']>[1] = {}) =>
  admin.call(postdatedCheques.create, laterCheque(desk, more));

const coveredBy = async ({ id }: { id: string }, who = admin) => {
  const { coveredBy: shown } = await who.call(invoices.open, { id });
  const { rows } = await who.call(invoices.list, { filter: { clientId: desk.clientId } });
  // The list and the record say the same.
  expect(rows.find((row) => row.id === id)?.coveredBy).toEqual(shown);
  return shown;
};

describe('an invoice covered by a post-dated cheque', () => {
  it('shows the cheque for all or part of the amount owed, until the cheque is received or returned', async () => {
    const [whole, part, bare] = [await desk.issued(600), await desk.issued(900), await desk.issued(50)];
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
    await moveTo(api, desk, east);
    await receivePostdated(api.db);
    expect([await coveredBy(whole), await coveredBy(part)]).toEqual([null, null]);
  });

  it('is covered in full when the remainder is written off with the cheque', async () => {
    await api.db
      .updateTable('billingEntity')
      .set({ writeOffLimit: minor(20) })
      .where('id', '=', desk.entityId)
      .execute();
    const invoice = await desk.issued(1_010);
    await keep({ allocations: [{ invoiceId: invoice.id, amount: 1_000, writeOffRest: true }] });
    expect(await coveredBy(invoice)).toMatchObject({ amount: 1_000, isWhole: true });
  });

  it('shows the cheque to people with the permission for receipts and the client in their scope', async () => {
    const invoice = await desk.issued(1_000);
    await keep({ allocations: [{ invoiceId: invoice.id, amount: 1_000 }] });
    const sees = (scope: 'all' | 'own', ...keys: Permission[]) =>
      api.as({ userType: 'manager', scope, keys });
    expect(await coveredBy(invoice, await sees('all', 'invoices.view', 'receipts.view'))).toMatchObject({
      amount: 1_000,
    });
    expect(await coveredBy(invoice, await sees('all', 'invoices.view'))).toBeNull();
    // Their client's invoice is paid by a client of others, the payer of the group.
    const payer = await openDesk(api, admin, { entityId: desk.entityId });
    const own = await sees('own', 'invoices.view', 'receipts.view');
    await api.db.updateTable('client').set({ crmId: own.id }).where('id', '=', desk.clientId).execute();
    expect(await coveredBy(invoice, own)).toMatchObject({ cheques: 1 });
    await admin.call(clientGroups.create, {
      name: uuidv7(),
      memberIds: [desk.clientId, payer.clientId],
      payerClientId: payer.clientId,
    });
    const second = await desk.issued(300);
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
        entityId: desk.entityId,
        clientId: desk.clientId,
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
      client: expect.objectContaining({ id: desk.clientId }),
    },
  ]);
  expect([await like('cheque', '000124'), await like('bank', '000123')]).toEqual([[], []]);
  await admin.call(postdatedCheques.withdraw, { id, reason: 'Lost' }, { version });
  expect(await like('cheque', '000123')).toEqual([]);
});

it('keeps its client from being deleted, and the refusal names the cheque', async () => {
  await keep();
  const { version } = await admin.call(clients.open, { id: desk.clientId });
  expect(await admin.refused(clients.remove, { id: desk.clientId }, { version })).toMatchObject({
    code: 'REFERENCED',
    params: { usedBy: [{ kind: 'postdated_cheques', count: 1 }] },
  });
});
