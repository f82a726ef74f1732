import { uuidv7 } from 'uuidv7';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;
let taxCodeId: string;
let indianTax: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  entityId = await makeEntity(api.db);
  taxCodeId = await makeTaxCode(api.db, { code: 'V21', rate: '21' });
  indianTax = await makeTaxCode(api.db, { code: 'G18', rate: '18', regime: 'IN' });
});
afterAll(() => api.stop());

const issueDate = '2026-03-31';
const clientOf = (currency?: string) =>
  makeClient(api.db, { entityId, crmId: admin.id, ...(currency !== undefined && { currency }) });
const item = (clientId: string, more: object = {}): Promise<PendingItem> =>
  admin.call(pendingInvoices.create, {
    clientId,
    entityId,
    description: 'Advice',
    amount: 10_000,
    taxCodeId,
    readyOn: '2026-03-01',
    ...more,
  });
const idsOf = (items: readonly PendingItem[]) => items.map(({ id }) => id);
const plan = (itemIds: string[]) => admin.call(pendingInvoices.plan, { itemIds, issueDate });
const billed = async (id: string) => {
  const { rows } = await api.ownerPool.query<{ document: string }>(
    'select invoice_id as document from invoice_line where pending_item_id = $1',
    [id],
  );
  return rows.map(({ document }) => document);
};

describe('the pending items of many clients', () => {
  it('are planned as one invoice for each client, billing entity and currency, and nothing is stored', async () => {
    const [ada, bo] = [await clientOf(), await clientOf()];
    const elsewhere = await makeEntity(api.db);
    const mine = [await item(ada), await item(ada, { amount: 2_550 })];
    const away = await item(ada, { entityId: elsewhere });
    const theirs = await item(bo, { amount: 50_000 });
    const { drafts, goneIds } = await plan([...idsOf(mine), away.id, theirs.id, uuidv7()]);
    expect(goneIds).toHaveLength(1);
    const figures = drafts.map((draft) => [draft.client.id, draft.entity.id, draft.net, draft.payable]);
    expect(figures).toHaveLength(3);
    expect(figures).toEqual(
      expect.arrayContaining([
        [ada, entityId, 12_550, 15_186],
        [ada, elsewhere, 10_000, 12_100],
        [bo, entityId, 50_000, 60_500],
      ]),
    );
    expect(drafts.every(({ refused }) => refused === null)).toBe(true);
    expect(await billed(theirs.id)).toEqual([]);
  });

  it('show for each client why there can be no draft, or what prevents its issue', async () => {
    const [good, gone, odd, abroad] = [
      await clientOf(),
      await clientOf(),
      await clientOf(),
      await clientOf('USD'),
    ];
    const items = [await item(good), await item(gone), await item(odd), await item(abroad)];
    await api.ownerPool.query(
      `update client set status = 'inactive', inactive_on = '2026-01-01', status_reason = 'x' where id = $1`,
      [gone],
    );
    // A tax code of another regime, which only a direct change of the database can set.
    await api.ownerPool.query('update pending_item set tax_code_id = $1 where client_id = $2', [
      indianTax,
      odd,
    ]);
    const { drafts } = await plan(idsOf(items));
    const of = (id: string) => drafts.find(({ client }) => client.id === id);
    expect(of(good)).toMatchObject({ refused: null, beforeIssue: {}, payable: 12_100 });
    expect(of(gone)?.refused).toMatchObject({ code: 'REFERENCE_UNKNOWN', fields: { clientId: [{}] } });
    expect(of(odd)?.refused?.fields).toMatchObject({ 'lines.0.taxCodeId': [{ code: 'REFERENCE_UNKNOWN' }] });
    expect(of(abroad)).toMatchObject({ refused: null, beforeIssue: { fxRate: [{ code: 'REQUIRED' }] } });

    const asked = drafts.map(({ itemIds }) => ({ id: uuidv7(), itemIds }));
    const { results } = await admin.call(pendingInvoices.drafts, { issueDate, drafts: asked });
    expect(results.filter(({ refused }) => !refused)).toHaveLength(2);
    for (const [index, { id, refused }] of results.entries()) {
      const made = refused ? [] : [id];
      for (const itemId of asked[index]?.itemIds ?? []) expect(await billed(itemId)).toEqual(made);
    }
  });

  it('are drafted once, even by repeated or concurrent requests', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => clientOf()));
    const items = await Promise.all(people.map((client) => item(client)));
    const send = (key: string, ids: readonly string[]) =>
      admin.inject({
        method: 'POST',
        url: '/api/v1/pending-invoices/drafts',
        headers: { 'idempotency-key': key },
        payload: { issueDate, drafts: items.map((one, no) => ({ id: ids[no], itemIds: [one.id] })) },
      });
    const own = items.map(() => uuidv7());
    const first = await send('billing-run-1', own);
    expect((await send('billing-run-1', own)).json()).toEqual(first.json());
    for (const [no, { id }] of items.entries()) expect(await billed(id)).toEqual([own[no]]);

    const more = await Promise.all(people.map((client) => item(client)));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, no) => {
        // Each request names the items in another order.
        const turned = [...more.slice(no % 4), ...more.slice(0, no % 4)];
        const drafts = turned.map(({ id }) => ({ id: uuidv7(), itemIds: [id] }));
        return admin.call(pendingInvoices.drafts, { issueDate, drafts });
      }),
    );
    const results = answers.flatMap((answer) => answer.results);
    expect(results.filter(({ refused }) => refused === undefined)).toHaveLength(more.length);
    expect(new Set(results.flatMap(({ refused }) => refused?.code ?? []))).toEqual(
      new Set(['ALREADY_INVOICED']),
    );
    for (const { id } of more) expect(await billed(id)).toHaveLength(1);
  });

  it('can be added only to an existing draft of their client', async () => {
    const [ada, bo] = [await clientOf(), await clientOf()];
    const draft = await admin.call(pendingInvoices.draft, { itemIds: [(await item(ada)).id], issueDate });
    const [more, strange] = [await item(ada, { amount: 5_000 }), await item(bo)];
    const append = (itemIds: string[]) => ({ id: draft.id, itemIds });
    expect(
      await admin.refused(pendingInvoices.append, append([more.id, strange.id]), { version: draft.version }),
    ).toMatchObject({ code: 'ENTITY_MISMATCH' });
    const grown = await admin.call(pendingInvoices.append, append([more.id]), { version: draft.version });
    expect(grown).toMatchObject({ net: 15_000, payable: 18_150, version: draft.version + 1 });
    expect(
      await admin.refused(pendingInvoices.append, append([more.id]), { version: grown.version }),
    ).toMatchObject({ code: 'ALREADY_INVOICED' });
    const issued = await admin.call(invoices.issue, { id: draft.id }, { version: grown.version });
    const late = await item(ada);
    expect(
      await admin.refused(pendingInvoices.append, append([late.id]), { version: issued.version }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });

  it('have the same net on a draft whose prices include tax', async () => {
    const ada = await clientOf();
    const first = await admin.call(pendingInvoices.draft, { itemIds: [(await item(ada)).id], issueDate });
    const { lines, ...fields } = draftOf(first);
    const inclusive = await admin.call(
      invoices.edit,
      {
        id: first.id,
        ...fields,
        pricesIncludeTax: true,
        lines: [{ ...lines[0], unitPrice: '121.00' }] as never,
      },
      { version: first.version },
    );
    const more = await item(ada, { amount: 5_000 });
    const grown = await admin.call(
      pendingInvoices.append,
      { id: first.id, itemIds: [more.id] },
      { version: inclusive.version },
    );
    expect(grown).toMatchObject({ net: 15_000, tax: 3_150, payable: 18_150 });
    expect(grown.lines[1]).toMatchObject({ unitPrice: '60.5', net: 5_000, pendingItemId: more.id });
  });

  it('need both permissions, and exclude clients outside the scope', async () => {
    const { id } = await item(await clientOf());
    const drafts = [{ id: uuidv7(), itemIds: [id] }];
    for (const key of ['pending_invoices', 'invoices.add'] as const) {
      const half = await api.as({ keys: allBut(key) });
      expect(await half.refused(pendingInvoices.plan, { itemIds: [id], issueDate })).toMatchObject({
        httpStatus: 403,
      });
      expect(await half.refused(pendingInvoices.drafts, { drafts, issueDate })).toMatchObject({
        httpStatus: 403,
      });
    }
    const stranger = await api.as({
      userType: 'crm',
      scope: 'own',
      keys: ['pending_invoices', 'invoices.add'],
    });
    expect(await stranger.call(pendingInvoices.plan, { itemIds: [id], issueDate })).toEqual({
      drafts: [],
      goneIds: [id],
    });
    const { results } = await stranger.call(pendingInvoices.drafts, { drafts, issueDate });
    expect(results[0]?.refused).toMatchObject({ code: 'REFERENCE_UNKNOWN' });
    expect(await billed(id)).toEqual([]);
  });
});

/** The code with which the database refuses these statements under the application's role. */
async function refusalOf(...statements: [string, unknown[]][]): Promise<string | null> {
  const client = await api.appPool.connect();
  try {
    await client.query('begin');
    for (const [text, values] of statements) await client.query(text, values);
    await client.query('commit');
    return null;
  } catch (error) {
    await client.query('rollback');
    return (error as { code: string }).code;
  } finally {
    client.release();
  }
}

describe('the database', () => {
  it('refuses an item on two documents, and a pending item that a document bills', async () => {
    const client = await clientOf();
    const [one, two] = [await item(client), await item(client)];
    const first = await admin.call(pendingInvoices.draft, { itemIds: [one.id], issueDate });
    const second = await admin.call(pendingInvoices.draft, { itemIds: [two.id], issueDate });
    const take = 'update pending_item set invoice_id = $1 where id = $2';
    const name = 'update invoice_line set pending_item_id = $1 where invoice_id = $2';
    const free = `update pending_item set status = 'open', invoice_id = null where id = $1`;
    expect(await refusalOf([take, [second.id, one.id]])).toBe('DB050');
    expect(await refusalOf([name, [one.id, second.id]])).toBe('DB050');
    expect(await refusalOf([free, [one.id]])).toBe('DB050');
    await admin.call(invoices.issue, { id: first.id }, { version: first.version });
    expect(await refusalOf([free, [one.id]])).toBe('DB050');
    expect(
      await refusalOf(['delete from invoice_line where invoice_id = $1', [second.id]], [free, [two.id]]),
    ).toBe(null);
  });

  it('refuses a hold without a reason', async () => {
    const { id } = await item(await clientOf());
    expect(await refusalOf([`update pending_item set status = 'held' where id = $1`, [id]])).toBe('23514');
  });
});
