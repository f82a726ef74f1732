import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { pendingByClient, pendingByGroup } from '@daybook/contracts/billing/pending/pending-totals';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { uuidv7 } from 'uuidv7';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;
let taxCodeId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  entityId = await makeEntity(api.db);
  taxCodeId = await makeTaxCode(api.db, { code: 'V21', rate: '21' });
});
afterAll(() => api.stop());

const issueDate = '2026-03-31';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const clientOf = (currency = 'EUR', crmId = admin.id) =>
  makeClient(api.db, { entityId, crmId, currency, name: `Werk ${uuidv7()}` });
const item = (clientId: string, amount = 10_000, days = 3): Promise<PendingItem> =>
  admin.call(pendingInvoices.create, {
    clientId,
    entityId,
    description: 'Advice',
    amount,
    taxCodeId,
    readyOn: daysAgo(days),
  });
const hold = ({ id, version }: PendingItem, reason: string) =>
  admin.call(pendingInvoices.hold, { id, held: true, reason }, { version });
const groupOf = (memberIds: string[], payerClientId?: string) =>
  admin.call(clientGroups.create, { name: `Gruppe ${uuidv7()}`, memberIds, payerClientId });
const nameOf = async (id: string) => (await admin.call(clients.open, { id })).name;
const rowsOf = async (clientId: string) =>
  (await admin.call(pendingByClient.list, { q: await nameOf(clientId) })).rows;

/** The stored totals that differ from their items. */
const drift = async (): Promise<object[]> => {
  const { rows } = await api.ownerPool.query<object>(
    `(select client_id, entity_id, currency, items, amount, held_items, held_amount, oldest_on from pending_total
      except select * from waiting_of_items)
     union all (select * from waiting_of_items
      except select client_id, entity_id, currency, items, amount, held_items, held_amount, oldest_on from pending_total)`,
  );
  return rows;
};

describe('pending by client', () => {
  it('shows the items by age, with those on hold and the reason, while any is pending', async () => {
    const clientId = await clientOf();
    const [fresh, , old] = [
      await item(clientId, 100),
      await item(clientId, 200, 45),
      await item(clientId, 400, 200),
    ];
    const held = await hold(await item(clientId, 800, 61), 'Dispute');
    await hold(await item(clientId, 50, 31), 'Asked to wait');
    const [row, ...others] = await rowsOf(clientId);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      who: { id: clientId },
      group: null,
      items: 5,
      amount: 1_550,
      byAge: { upTo30: 100, upTo60: 250, upTo90: 800, over90: 400 },
      oldestOn: daysAgo(200),
      held: { items: 2, amount: 850, reasons: ['Dispute', 'Asked to wait'] },
    });
    await admin.call(pendingInvoices.writeOff, { id: old.id, reason: 'Lost' }, { version: old.version });
    await admin.call(pendingInvoices.draft, { itemIds: [fresh.id], issueDate });
    await admin.call(pendingInvoices.hold, { id: held.id, held: false }, { version: held.version });
    expect(await rowsOf(clientId)).toMatchObject([
      { items: 3, amount: 1_050, oldestOn: daysAgo(61), held: { items: 1, reasons: ['Asked to wait'] } },
    ]);
    expect(await drift()).toEqual([]);
  });

  it('leaves out a client whose last item is billed, and shows it again when the draft is deleted', async () => {
    const clientId = await clientOf();
    const only = await item(clientId, 700);
    const { id } = await admin.call(pendingInvoices.draft, { itemIds: [only.id], issueDate });
    expect(await rowsOf(clientId)).toEqual([]);
    await api.ownerPool.query('delete from invoice where id = $1', [id]);
    expect(await rowsOf(clientId)).toMatchObject([{ items: 1, amount: 700 }]);
    expect(await drift()).toEqual([]);
  });

  it('stays right when many requests change it at once', async () => {
    const clientId = await clientOf();
    const items = await Promise.all(Array.from({ length: 12 }, (_, no) => item(clientId, 1 + no, 10 + no)));
    await Promise.all([
      ...items.slice(0, 4).map((one) => hold(one, 'Later')),
      ...items.slice(4, 12).map(({ id }) => admin.call(pendingInvoices.draft, { itemIds: [id], issueDate })),
      ...[90, 80].map((days) => item(clientId, 5, days)),
    ]);
    expect(await rowsOf(clientId)).toMatchObject([{ items: 6, held: { items: 4 }, oldestOn: daysAgo(90) }]);
    expect(await drift()).toEqual([]);
  });

  it('is sorted by age or amount, paged in both directions, and totalled', async () => {
    const other = await makeEntity(api.db);
    const made = await Promise.all([3, 1, 2].map((days) => clientOf().then((id) => ({ id, days }))));
    for (const { id, days } of made)
      await admin.call(pendingInvoices.create, {
        clientId: id,
        entityId: other,
        description: 'Advice',
        amount: days * 10,
        taxCodeId,
        readyOn: daysAgo(days),
      });
    const ofOther = { filter: { entityId: other } };
    const page = async (sort: 'oldestOn' | '-amount' | 'amount', cursor?: string) =>
      admin.call(pendingByClient.list, { ...ofOther, sort, cursor, pageSize: 2 });
    for (const sort of ['oldestOn', '-amount'] as const) {
      const first = await page(sort);
      const second = await page(sort, first.next ?? '');
      expect([...first.rows, ...second.rows].map(({ amount }) => amount)).toEqual([30, 20, 10]);
      expect(await page(sort, second.previous ?? '')).toMatchObject({ rows: first.rows });
    }
    expect((await page('amount')).rows.map(({ amount }) => amount)).toEqual([10, 20]);
    expect(await admin.call(pendingByClient.total, ofOther)).toEqual({
      total: 3,
      isCapped: false,
      sums: [{ currency: 'EUR', amount: 60, open: 60 }],
    });
  });
});

describe('pending by client group', () => {
  it('shows the items of its clients within the caller’s scope', async () => {
    const crm = await api.as({ userType: 'crm', scope: 'own', keys: ['pending_invoices'] });
    const [ours, theirs, dollars] = [await clientOf(), await clientOf('EUR', crm.id), await clientOf('USD')];
    const group = await groupOf([ours, theirs, dollars], ours);
    await item(ours, 100, 40);
    await hold(await item(theirs, 30), 'Later');
    await item(dollars, 7);
    const ofGroup = { filter: { groupId: group.id } };
    const { rows } = await admin.call(pendingByGroup.list, { q: group.name, sort: 'amount' });
    expect(rows).toMatchObject([
      {
        who: { id: group.id, label: group.name },
        currency: 'EUR',
        clients: 2,
        items: 2,
        amount: 130,
        byAge: { upTo30: 30, upTo60: 100 },
        held: { items: 1, amount: 30, reasons: ['Later'] },
      },
      { currency: 'USD', clients: 1, amount: 7 },
    ]);
    expect((await admin.call(pendingByClient.list, ofGroup)).rows).toHaveLength(3);
    const seen = await crm.call(pendingByGroup.list, ofGroup);
    expect(seen.rows).toMatchObject([
      { clients: 1, amount: 30, byAge: { upTo30: 30, upTo60: 0 }, held: { reasons: ['Later'] } },
    ]);
    expect(await crm.call(pendingByGroup.total, ofGroup)).toMatchObject({
      total: 1,
      sums: [{ currency: 'EUR', amount: 30, open: 0 }],
    });
    const left = { id: group.id, name: group.name, memberIds: [ours, dollars], payerClientId: ours };
    await admin.call(clientGroups.edit, left, { version: group.version });
    expect(
      (await admin.call(pendingByGroup.list, ofGroup)).rows
        .map(({ currency, amount }) => `${currency} ${amount}`)
        .toSorted(),
    ).toEqual(['EUR 100', 'USD 7']);
    expect((await rowsOf(theirs))[0]?.group).toBeNull();
  });
});

describe('the plan of invoices by client or group', () => {
  it('takes all open items, and names each', async () => {
    const [one, two] = [await clientOf(), await clientOf()];
    const group = await groupOf([one, two], one);
    await item(one, 100);
    await item(two, 200);
    await hold(await item(two, 400), 'Later');
    const work = [{ groupId: group.id, entityId, currency: 'EUR' }];
    const { drafts, left } = await admin.call(pendingInvoices.planWork, { work, issueDate, by: 'group' });
    expect(left).toBe(0);
    expect(drafts).toMatchObject([{ client: { id: one }, net: 300, descriptions: ['Advice', 'Advice'] }]);
    const single = { work: [{ clientId: two, entityId, currency: 'EUR' }], issueDate };
    expect((await admin.call(pendingInvoices.planWork, single)).drafts).toMatchObject([
      { client: { id: two }, net: 200 },
    ]);
    const crm = await api.as({
      userType: 'crm',
      scope: 'own',
      keys: ['pending_invoices', 'invoices.view', 'invoices.add'],
    });
    expect((await crm.call(pendingInvoices.planWork, single)).drafts).toEqual([]);
    const unseeing = await api.as({ keys: ['invoices.view', 'invoices.add'] });
    expect(await unseeing.refused(pendingInvoices.planWork, single)).toMatchObject({ code: 'PERM_DENIED' });
  });
});

it('only the items change the stored totals', async () => {
  await expect(api.appPool.query('update pending_total set amount = 0')).rejects.toMatchObject({
    code: '42501',
  });
});
