import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
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
const clientOf = (currency = 'EUR') => makeClient(api.db, { entityId, crmId: admin.id, currency });
const item = (clientId: string, amount = 10_000): Promise<PendingItem> =>
  admin.call(pendingInvoices.create, {
    clientId,
    entityId,
    description: 'Advice',
    amount,
    taxCodeId,
    readyOn: '2026-03-01',
  });
const idsOf = (items: readonly PendingItem[]) => items.map(({ id }) => id);

const groupOf = async (memberIds: string[], payerClientId?: string) =>
  admin.call(clientGroups.create, { name: uuidv7(), memberIds, payerClientId });
const byGroup = (itemIds: string[]) => admin.call(pendingInvoices.plan, { itemIds, issueDate, by: 'group' });

describe('the pending items of a client group', () => {
  it('are billed in one invoice to the payer, and each line names the client', async () => {
    const [payer, member, dollar] = [await clientOf(), await clientOf(), await clientOf('USD')];
    const { id } = await groupOf([payer, member, dollar], payer);
    const items = [await item(payer), await item(member, 2_000), await item(dollar)];
    const listed = await admin.call(pendingInvoices.list, { filter: { groupId: id } });
    expect(listed.rows.map((row) => row.id).toSorted()).toEqual(idsOf(items).toSorted());
    const { drafts } = await byGroup(idsOf(items));
    // An item in another currency needs an invoice of its own.
    expect(drafts.map(({ client, currency, net }) => `${client.id} ${currency} ${net}`).toSorted()).toEqual([
      `${payer} EUR 12000`,
      `${payer} USD 10000`,
    ]);
    const euros = drafts.find(({ currency }) => currency === 'EUR');
    expect(euros?.members.map((one) => one.id).toSorted()).toEqual([payer, member].toSorted());

    const asked = drafts.map((one) => ({ id: uuidv7(), itemIds: one.itemIds, clientId: payer }));
    const { results } = await admin.call(pendingInvoices.drafts, { issueDate, drafts: asked });
    expect(results.every(({ refused }) => !refused)).toBe(true);
    const made = asked.find(({ itemIds }) => itemIds.includes(items[1]?.id ?? ''));
    const draft = await admin.call(invoices.open, { id: made?.id ?? '' });
    expect(draft.client.id).toBe(payer);
    expect(draft.lines.map(({ description }) => description).toSorted()).toEqual(
      ['Advice', `${items[1]?.client.label}: Advice`].toSorted(),
    );
    const again = {
      issueDate,
      drafts: [{ id: uuidv7(), itemIds: idsOf(items).slice(1, 2), clientId: payer }],
    };
    const [twice] = (await admin.call(pendingInvoices.drafts, again)).results;
    expect(twice?.refused?.code).toBe('ALREADY_INVOICED');

    // When the client leaves the group, the draft keeps its items but cannot add more.
    await admin.call(
      clientGroups.edit,
      { id, name: uuidv7(), memberIds: [payer], payerClientId: payer },
      { version: 1 },
    );
    const edit = { ...draftOf(draft), id: draft.id, poNo: 'PO 7' };
    const kept = await admin.call(invoices.edit, edit, { version: draft.version });
    expect(kept.lines).toHaveLength(2);
    const late = await item(member);
    const more = { id: draft.id, itemIds: [late.id] };
    expect(await admin.refused(pendingInvoices.append, more, { version: kept.version })).toMatchObject({
      code: 'ENTITY_MISMATCH',
    });
    const take = `update pending_item set status = 'invoiced', invoice_id = $1 where id = $2`;
    await expect(api.appPool.query(take, [draft.id, late.id])).rejects.toMatchObject({ code: 'DB008' });
  });

  it('are billed separately without a payer, or with a payer who is inactive or outside the scope', async () => {
    const own = await api.as({
      userType: 'manager',
      scope: 'own',
      keys: ['invoices.add', 'pending_invoices'],
    });
    const mine = await makeClient(api.db, { entityId, crmId: own.id });
    const [alone, gone, theirs] = [await clientOf(), await clientOf(), await clientOf()];
    const pair = await groupOf([alone, gone]);
    const hidden = await groupOf([mine, theirs], theirs);
    expect([pair.payer, hidden.payer?.id]).toEqual([null, theirs]);
    const work = await item(alone);
    expect((await byGroup([work.id])).drafts).toMatchObject([{ client: { id: alone }, apart: 'NO_PAYER' }]);
    await admin.call(
      clientGroups.edit,
      { id: pair.id, name: uuidv7(), memberIds: [alone, gone], payerClientId: gone },
      { version: 1 },
    );
    await api.ownerPool.query(
      `update client set status = 'inactive', inactive_on = '2026-01-01', status_reason = 'x' where id = $1`,
      [gone],
    );
    expect((await byGroup([work.id])).drafts).toMatchObject([
      { client: { id: alone }, apart: 'PAYER_INACTIVE' },
    ]);
    const unseen = { itemIds: [(await item(mine)).id], issueDate };
    const { drafts } = await own.call(pendingInvoices.plan, { ...unseen, by: 'group' });
    expect(drafts).toMatchObject([{ client: { id: mine }, apart: 'PAYER_UNSEEN' }]);
    expect(await own.refused(pendingInvoices.draft, { ...unseen, clientId: theirs })).toMatchObject({
      code: 'REFERENCE_UNKNOWN',
    });
  });
});
