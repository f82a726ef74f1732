import { uuidv7 } from 'uuidv7';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;
let clientId: string;
let taxCodeId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  entityId = await makeEntity(api.db);
  clientId = await makeClient(api.db, { entityId, crmId: admin.id });
  taxCodeId = await makeTaxCode(api.db, { code: 'V21', rate: '21' });
});
afterAll(() => api.stop());

const item = (more: object = {}): Promise<PendingItem> =>
  admin.call(pendingInvoices.create, {
    clientId,
    entityId,
    description: 'Meeting with the bank',
    amount: 10_000,
    taxCodeId,
    readyOn: '2026-03-01',
    ...more,
  });

const issueDate = '2026-03-31';
const stateOf = async ({ id }: { id: string }) => (await admin.call(pendingInvoices.open, { id })).status;

describe('pending items', () => {
  it('can be written up or down with a reason, held, released and written off', async () => {
    const made = await item();
    const up = { id: made.id, description: 'Two meetings', amount: 12_000, reason: null };
    expect((await admin.refused(pendingInvoices.edit, up, { version: 1 })).errors).toEqual({
      reason: [{ code: 'REQUIRED', params: {} }],
    });
    const edited = await admin.call(pendingInvoices.edit, { ...up, reason: 'A second one' }, { version: 1 });
    expect(edited).toMatchObject({ amount: 12_000, originalAmount: 10_000, version: 2 });
    const hold = { id: made.id, held: true };
    expect((await admin.refused(pendingInvoices.hold, hold, { version: 2 })).errors).toEqual({
      reason: [{ code: 'REQUIRED', params: {} }],
    });
    const held = await admin.call(
      pendingInvoices.hold,
      { ...hold, reason: 'The client asked' },
      { version: 2 },
    );
    expect(held).toMatchObject({ status: 'held', holdReason: 'The client asked', reason: 'A second one' });
    expect(await admin.refused(pendingInvoices.draft, { itemIds: [made.id], issueDate })).toMatchObject({
      httpStatus: 409,
    });
    const released = await admin.call(pendingInvoices.hold, { id: made.id, held: false }, { version: 3 });
    expect(released).toMatchObject({ status: 'open', holdReason: null });
    const gone = await admin.call(
      pendingInvoices.writeOff,
      { id: made.id, reason: 'Goodwill' },
      { version: 4 },
    );
    expect(gone).toMatchObject({ status: 'written_off', reason: 'Goodwill' });
    expect(
      await admin.refused(pendingInvoices.hold, { ...hold, reason: 'Late' }, { version: 5 }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });

  it('of one client become one draft, with a line for each item', async () => {
    const items = [await item(), await item({ description: 'Letter', amount: 2_550, readyOn: '2026-03-02' })];
    const draft = await admin.call(pendingInvoices.draft, { itemIds: items.map(({ id }) => id), issueDate });
    expect(draft).toMatchObject({ status: 'draft', net: 12_550, tax: 2_636, payable: 15_186 });
    expect(draft.lines.map(({ description, pendingItemId }) => [description, pendingItemId])).toEqual(
      items.map(({ description, id }) => [description, id]),
    );
    expect(await Promise.all(items.map(stateOf))).toEqual(['invoiced', 'invoiced']);
  });

  it('are pending again when their line is removed, the draft is deleted, or the invoice is voided', async () => {
    const [kept, dropped] = [await item(), await item()];
    const draft = await admin.call(pendingInvoices.draft, { itemIds: [kept.id, dropped.id], issueDate });
    const line = { description: 'Meeting', qty: '1', unitPrice: '100', taxCodeId, pendingItemId: kept.id };
    const form = {
      entityId,
      clientId,
      issueDate,
      dueDate: '2026-04-30',
      currency: 'EUR',
      docLocale: 'en' as const,
    };
    const edited = await admin.call(
      invoices.edit,
      { ...form, id: draft.id, lines: [line] },
      { version: draft.version },
    );
    expect([await stateOf(kept), await stateOf(dropped)]).toEqual(['invoiced', 'open']);
    await admin.call(invoices.remove, { id: draft.id }, { version: edited.version });
    expect(await stateOf(kept)).toBe('open');

    const again = await admin.call(pendingInvoices.draft, { itemIds: [kept.id], issueDate });
    const issued = await admin.call(invoices.issue, { id: again.id }, { version: again.version });
    expect(await stateOf(kept)).toBe('invoiced');
    await admin.call(
      invoices.void,
      { id: issued.id, voidDate: issueDate, reason: 'Wrong client' },
      { version: issued.version },
    );
    expect(await stateOf(kept)).toBe('open');
    const third = await admin.call(pendingInvoices.draft, { itemIds: [kept.id], issueDate });
    expect(third.lines).toHaveLength(1);
  });

  it('are billed once, however many requests bill them at once', async () => {
    const { id } = await item();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        admin.inject({
          method: 'POST',
          url: '/api/v1/pending-invoices/draft',
          payload: { itemIds: [id], issueDate },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ]);
    const { rows } = await api.ownerPool.query('select id from invoice_line where pending_item_id = $1', [
      id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('of different clients, entities or currencies cannot share a draft', async () => {
    const mine = await item();
    const other = await item({ clientId: await makeClient(api.db, { entityId, crmId: admin.id }) });
    const elsewhere = await item({ entityId: await makeEntity(api.db) });
    for (const stranger of [other, elsewhere]) {
      const refused = await admin.refused(pendingInvoices.draft, {
        itemIds: [mine.id, stranger.id],
        issueDate,
      });
      expect(refused).toMatchObject({ httpStatus: 422, code: 'ENTITY_MISMATCH' });
    }
    expect(
      await admin.refused(pendingInvoices.draft, { itemIds: [mine.id, uuidv7()], issueDate }),
    ).toMatchObject({ code: 'REFERENCE_UNKNOWN' });
    expect(await stateOf(mine)).toBe('open');
  });

  it('come before the services in progress', async () => {
    const client = await makeClient(api.db, { entityId, crmId: admin.id });
    const early = await item({ clientId: client, readyOn: '2026-01-01' });
    const late = await item({ clientId: client, readyOn: '2026-02-01' });
    await admin.call(pendingInvoices.writeOff, { id: early.id, reason: 'x' }, { version: 1 });
    const { rows } = await admin.call(pendingInvoices.list, { filter: { clientId: client } });
    expect(rows.map(({ id }) => id)).toEqual([late.id, early.id]);
    expect(
      await admin.call(pendingInvoices.total, { filter: { clientId: client, status: 'open' } }),
    ).toMatchObject({ total: 1 });
  });

  it('that are disbursements stay at the amount paid on a draft, and other items cannot become one', async () => {
    const fixture = await openExpenseFixture(api);
    const charged = { clientId: fixture.clientId, billable: true };
    await fixture.at('approved', { ...charged, pureAgent: true });
    await fixture.at('approved', { ...charged, taxCodeId: fixture.taxCodeId, chargeAmount: 1500 });
    const { rows } = await admin.call(pendingInvoices.list, { filter: { clientId: fixture.clientId } });
    const drafted = { itemIds: rows.map((waiting) => waiting.id), issueDate };
    const draft = await admin.call(pendingInvoices.draft, drafted);
    const { id, version } = draft;
    const row = draft.lines.findIndex(({ kind }) => kind === 'disbursement');
    const asked = draftOf(draft);
    const withLine = (at: number, more: object) => ({
      ...asked,
      lines: asked.lines.map((line, index) => (index === at ? { ...line, ...more } : line)),
    });
    const asPaid = [{ code: 'AS_IT_WAS_PAID' }];
    const other = `lines.${1 - row}.kind`;
    for (const [input, errors] of [
      [withLine(row, { unitPrice: '12' }), { [`lines.${row}.unitPrice`]: asPaid }],
      [withLine(row, { discountPct: '10' }), { [`lines.${row}.unitPrice`]: asPaid }],
      [withLine(row, { taxCodeId: fixture.taxCodeId }), { [`lines.${row}.taxCodeId`]: asPaid }],
      [withLine(row, { kind: 'fee' }), { [`lines.${row}.kind`]: asPaid }],
      [withLine(1 - row, { kind: 'disbursement' }), { [other]: [{ code: 'NOT_PAID_FOR_CLIENT' }] }],
    ] as const) {
      expect(await admin.refused(invoices.edit, { id, ...input }, { version })).toMatchObject({
        code: 'INPUT_INVALID',
        errors,
      });
      expect(await admin.refused(invoices.preview, input)).toMatchObject({ errors });
    }
    const said = withLine(row, { description: 'Court fee, as paid', qty: '2', unitPrice: '6.05' });
    const { total, tax } = await admin.call(invoices.edit, { id, ...said }, { version });
    expect({ total, tax }).toEqual({ total: 1210 + 1500 + 300, tax: 300 });
  });

  it('need both permissions to draft, and are visible only within the scope', async () => {
    const { id } = await item();
    for (const key of ['pending_invoices', 'invoices.add'] as const) {
      const half = await api.as({ keys: allBut(key) });
      expect(await half.refused(pendingInvoices.draft, { itemIds: [id], issueDate })).toMatchObject({
        httpStatus: 403,
      });
    }
    const stranger = await api.as({
      userType: 'crm',
      keys: ['pending_invoices', 'invoices.add'],
      scope: 'own',
    });
    expect((await stranger.call(pendingInvoices.list, {})).rows).toEqual([]);
    expect(await stranger.refused(pendingInvoices.open, { id })).toMatchObject({ httpStatus: 404 });
    expect(await stranger.refused(pendingInvoices.draft, { itemIds: [id], issueDate })).toMatchObject({
      code: 'REFERENCE_UNKNOWN',
    });
    expect(
      await stranger.refused(pendingInvoices.writeOff, { id, reason: 'x' }, { version: 1 }),
    ).toMatchObject({ httpStatus: 404 });
  });
});
