import { uuidv7 } from 'uuidv7';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
});
afterAll(() => api.stop());

const today = new Date().toISOString().slice(0, 10);

describe('receipts', () => {
  it('propose invoices by due date, oldest first', async () => {
    const fresh = await openBillingFixture(api, admin);
    const late = await fresh.issued(300, { dueDate: '2026-06-30' });
    const due = await fresh.issued(500, { dueDate: '2026-03-15' });
    const query = { clientId: fresh.clientId, entityId: fresh.entityId, currency: 'EUR' };
    const proposal = await admin.call(receipts.openInvoices, { ...query, settling: 600 });
    expect(proposal.map(({ id, outstanding, proposed }) => [id, outstanding, proposed])).toEqual([
      [due.id, 500, 500],
      [late.id, 300, 100],
    ]);
    const own = await api.as({ userType: 'executive', keys: ['receipts.add'], scope: 'own' });
    expect(await own.refused(receipts.openInvoices, query)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are listed, counted, searched and exported within the caller’s scope', async () => {
    const fresh = await openBillingFixture(api, admin);
    for (const [index, mode] of (['bank', 'upi', 'bank'] as const).entries()) {
      const receiptDate = `2026-04-0${index + 1}`;
      await admin.call(
        receipts.create,
        fresh.receipt(100 + index, { mode, receiptDate, reference: `ref${index}` }),
      );
    }
    const all = { filter: { clientId: fresh.clientId } };
    const page = await admin.call(receipts.list, { ...all, pageSize: 2 });
    expect(page.rows.map(({ amount }) => amount)).toEqual([102, 101]);
    const next = await admin.call(receipts.list, { ...all, pageSize: 2, cursor: page.next ?? '' });
    expect(next.rows.map(({ amount }) => amount)).toEqual([100]);
    expect(await admin.call(receipts.total, all)).toMatchObject({ total: 3, isCapped: false });
    const filtered = await admin.call(receipts.list, {
      filter: { entityId: fresh.entityId, mode: 'bank', from: '2026-04-02', to: '2026-04-30' },
    });
    expect(filtered.rows).toHaveLength(1);
    expect((await admin.call(receipts.list, { ...all, q: 'ref1' })).rows).toHaveLength(1);
    const number = page.rows[0]?.number ?? '';
    expect((await admin.call(receipts.list, { ...all, q: number })).rows).toHaveLength(1);

    const own = await api.as({
      userType: 'executive',
      keys: ['receipts.add', 'receipts.view'],
      scope: 'own',
    });
    const [first] = page.rows;
    expect((await own.call(receipts.list, {})).rows).toEqual([]);
    expect(await own.call(receipts.total, {})).toEqual({ total: 0, isCapped: false, sums: [] });
    const file = await own.inject({ url: '/api/v1/receipts/export?format=csv' });
    expect(file.body.trim().split('\r\n')).toHaveLength(1);
    for (const refused of [
      await own.refused(receipts.open, { id: first?.id }),
      await own.refused(receipts.allocate, {
        id: first?.id,
        date: today,
        allocations: [{ invoiceId: uuidv7(), amount: 1 }],
      }),
      await own.refused(receipts.unallocate, { id: first?.id, date: today, allocationId: uuidv7() }),
    ]) {
      expect(refused).toMatchObject({ httpStatus: 404, code: 'NOT_FOUND' });
    }
    const mine = await own.refused(receipts.create, fresh.receipt(1));
    expect(Object.keys(mine.errors)).toEqual(['clientId']);
    const sheet = await admin.inject({
      url: `/api/v1/receipts/export?format=csv&filter[clientId]=${fresh.clientId}`,
    });
    expect(sheet.body.split('\r\n')[1]).toContain(
      ',Bank transfer,ref2,,,,,,,,EUR,1.02,0.00,,0.00,0.00,0.00,1.02,',
    );
  });

  it('are searched by their client, and by how their own number or reference begins or ends', async () => {
    const fresh = await openBillingFixture(api, admin);
    const receipt = await admin.call(
      receipts.create,
      fresh.receipt(4_711_23, { reference: 'Ｅxtra Übertrag 98-76' }),
    );
    await admin.call(receipts.create, fresh.receipt(100, { reference: '9876' }));
    await api.db
      .updateTable('client')
      .set({ searchText: '深圳天成 gracht 7' })
      .where('id', '=', fresh.clientId)
      .execute();
    const found = async (q: string) => (await admin.call(receipts.list, { q })).rows.map(({ id }) => id);
    const { number } = receipt;
    for (const q of ['extra', 'EXTRA', '98-76', number, number.slice(-6), '4711.23', `天成 ${number}`])
      expect(await found(q)).toContain(receipt.id);
    for (const q of ['天成 extra', 'gracht extra 98-76', 'extra 4711.23']) {
      expect(await found(q)).toEqual([receipt.id]);
      expect(await admin.call(receipts.total, { q })).toMatchObject({ total: 1, isCapped: false });
    }
    expect(await found('天成')).toHaveLength(2);
    expect(await found('gracht 4711')).toEqual([]);
  });

  it('can be printed by whoever may see them', async () => {
    const receipt = await admin.call(receipts.create, fixture.receipt(100));
    const url = `/api/v1/receipts/${receipt.id}/pdf`;
    const file = await admin.inject({ url });
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${receipt.number.replaceAll('/', '-')}.pdf"`,
    });
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const own = await api.as({ userType: 'executive', keys: ['receipts.view'], scope: 'own' });
    expect((await own.inject({ url })).statusCode).toBe(404);
  });

  it('are refused without the permission, and nothing is stored', async () => {
    const noAdd = await api.as({ keys: allBut('receipts.add') });
    const input = fixture.receipt(100, { reference: uuidv7() });
    expect(await noAdd.refused(receipts.create, input)).toMatchObject({ httpStatus: 403 });
    const noView = await api.as({ keys: allBut('receipts.view') });
    expect(await noView.refused(receipts.list, {})).toMatchObject({ httpStatus: 403 });
    expect((await admin.call(receipts.list, { q: input.reference ?? '' })).rows).toEqual([]);
  });
});
