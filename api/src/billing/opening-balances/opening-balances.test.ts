import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { journal } from '@daybook/contracts/billing/journal/journal';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { unbilledClients } from '@daybook/contracts/billing/pending/unbilled-clients';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { dashboards } from '@daybook/contracts/dashboards';
import { findBookFaults } from '../../books/book-findings.ts';
import { entryOf } from '../../../test/fixtures/billing-fixture.ts';
import { cutOverOn, openOpeningFixture } from '../../../test/fixtures/opening-fixture.ts';
import type { OpeningFixture } from '../../../test/fixtures/opening-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let { fixture, code, row, bring, standing, idOf, ledger, refused, count } = {} as OpeningFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  ({ fixture, code, row, bring, standing, idOf, ledger, refused, count } = await openOpeningFixture(
    api,
    admin,
  ));
});
afterAll(() => api.stop());

describe('an opening balance', () => {
  it('is outstanding from the cut-over date, posted against opening equity and without tax', async () => {
    expect(await bring([row('A-1', '118.00'), row('A-2', '-50')])).toEqual({
      created: 2,
      changed: 0,
      same: 0,
      left: 0,
    });
    const [invoiceId, receiptId] = [await idOf('A-1'), await idOf('A-2')];
    expect(await entryOf(api, invoiceId)).toEqual({ receivable: 11_800, opening_equity: -11_800 });
    expect(await entryOf(api, receiptId)).toEqual({ opening_equity: 5_000, client_advance: -5_000 });
    const invoice = await admin.call(invoices.open, { id: invoiceId });
    expect(invoice).toMatchObject({
      number: 'A-1',
      docKind: 'opening_invoice',
      status: 'issued',
      issueDate: '2026-01-15',
      dueDate: '2026-02-14',
      isOverdue: true,
      payable: 11_800,
      tax: 0,
      lines: [],
    });
    expect(await admin.call(receipts.open, { id: receiptId })).toMatchObject({
      number: 'A-2',
      mode: 'opening',
      status: 'posted',
      unallocated: 5_000,
    });
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('is the first line of the client’s ledger, whatever else is posted on that day', async () => {
    await fixture.issued(1_000, { issueDate: cutOverOn, dueDate: cutOverOn });
    await bring([row('A-2', '70', { date: '2026-02-01', dueDate: '2026-03-01' }), row('A-1', '100')]);
    const { rows, closing } = await ledger();
    expect(rows.map(({ kind, document, dueDate, debit }) => [kind, document.label, dueDate, debit])).toEqual([
      ['opening', 'A-1', '2026-02-14', 10_000],
      ['opening', 'A-2', '2026-03-01', 7_000],
      ['invoice', expect.any(String), cutOverOn, 1_000],
    ]);
    expect(closing).toBe(18_000);
    const posted = await admin.call(journal.list, {
      filter: { entityId: fixture.entityId, source: 'opening' },
    });
    expect(posted.rows.map(({ source, document }) => [source, document?.docKind])).toEqual([
      ['opening', 'opening_invoice'],
      ['opening', 'opening_invoice'],
    ]);
  });

  it('is paid like any invoice, the oldest due first, from the cut-over date on', async () => {
    await bring([row('A-1', '100'), row('A-2', '-30')]);
    const newer = await fixture.issued(5_000, { issueDate: cutOverOn });
    const offered = await admin.call(receipts.openInvoices, {
      clientId: fixture.clientId,
      entityId: fixture.entityId,
      currency: 'EUR',
      settling: 12_000,
    });
    expect(offered.map(({ number, proposed }) => [number, proposed])).toEqual([
      ['A-1', 10_000],
      [newer.number, 2_000],
    ]);
    const [invoiceId, heldId] = [await idOf('A-1'), await idOf('A-2')];
    await admin.call(receipts.create, {
      ...fixture.receipt(7_000, { receiptDate: cutOverOn }),
      allocations: [{ invoiceId, amount: 7_000 }],
    });
    await admin.call(receipts.allocate, {
      id: heldId,
      date: '2026-02-01',
      allocations: [{ invoiceId, amount: 2_000 }],
    });
    await admin.call(receipts.refund, {
      id: heldId,
      date: '2026-04-02',
      amount: 1_000,
      mode: 'bank',
    });
    const invoice = await admin.call(invoices.open, { id: invoiceId });
    expect(invoice).toMatchObject({ status: 'part_paid', outstanding: 1_000, paid: 9_000 });
    // Neither side is used before the cut-over date.
    expect(invoice.settlements.map(({ date }) => date)).toEqual([cutOverOn, cutOverOn]);
    await admin.call(
      writeOffs.create,
      { id: invoiceId, amount: 1_000, date: '2026-04-03', reason: 'Small' },
      invoice,
    );
    expect(await admin.call(invoices.open, { id: invoiceId })).toMatchObject({ status: 'written_off' });
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('can be settled by a credit note of a later invoice, and is never credited itself', async () => {
    await bring([row('A-1', '40')]);
    const later = await fixture.issued(10_000, { issueDate: cutOverOn });
    const offered = await admin.call(creditNotes.basis, {
      clientId: fixture.clientId,
      entityId: fixture.entityId,
      currency: 'EUR',
    });
    expect(offered.invoices.map(({ id }) => id)).toEqual([later.id]);
    await admin.call(receipts.create, {
      ...fixture.receipt(10_000),
      allocations: [{ invoiceId: later.id, amount: 10_000 }],
    });
    const note = await admin.call(creditNotes.create, {
      entityId: fixture.entityId,
      clientId: fixture.clientId,
      currency: 'EUR',
      docLocale: 'en',
      issueDate: '2026-04-10',
      reasonCode: 'discount',
      lines: [{ invoiceLineId: later.lines[0]?.id ?? '', amount: 4_000 }],
    });
    const invoiceId = await idOf('A-1');
    await admin.call(creditNotes.issue, { id: note.id, allocations: [{ invoiceId, amount: 4_000 }] }, note);
    expect(await admin.call(invoices.open, { id: invoiceId })).toMatchObject({
      status: 'paid',
      credited: 4_000,
    });
  });

  it('in another currency has the rate of its date, and a payment posts the exchange difference', async () => {
    const clientId = await makeClient(api.db, {
      entityId: fixture.entityId,
      crmId: admin.id,
      currency: 'USD',
    });
    const { code: dollars } = await admin.call(clients.open, { id: clientId });
    await bring([row('D-1', '100', { client: dollars, fxRate: '0.9' })]);
    const invoiceId = await idOf('D-1');
    expect(await entryOf(api, invoiceId, 'base')).toEqual({ receivable: 9_000, opening_equity: -9_000 });
    const paid = await admin.call(receipts.create, {
      ...fixture.receipt(10_000, { clientId, currency: 'USD', fxRate: '0.8' }),
      allocations: [{ invoiceId, amount: 10_000 }],
    });
    expect(await entryOf(api, paid.id, 'base')).toEqual({
      bank: 8_000,
      receivable: -9_000,
      fx_difference: 1_000,
    });
  });

  it('does not count as turnover, collection or invoice of the period', async () => {
    const shownBefore = await admin.call(dashboards.money, { today: '2026-04-15' });
    await bring([
      row('A-1', '100', { date: cutOverOn, dueDate: '2026-04-30' }),
      row('A-2', '-40', { date: cutOverOn }),
    ]);
    const shown = await admin.call(dashboards.money, { today: '2026-04-15' });
    const [before, after] = [shownBefore, shown].map(({ currencies }) =>
      currencies.find(({ currency }) => currency === 'EUR'),
    );
    expect([after?.billed, after?.collected]).toEqual([
      before?.billed ?? shown.months.map(() => 0),
      before?.collected ?? shown.months.map(() => 0),
    ]);
    expect((after?.outstanding ?? 0) - (before?.outstanding ?? 0)).toBe(10_000);
    const { rows } = await admin.call(unbilledClients.list, {
      filter: { from: '2026-03-01', to: '2026-03-31', entityId: fixture.entityId },
    });
    expect(rows.map(({ id, lastInvoicedOn }) => [id, lastInvoicedOn])).toEqual([[fixture.clientId, null]]);
  });

  it('has no PDF, and cannot be sent, voided or reversed', async () => {
    await bring([row('A-1', '100'), row('A-2', '-40')]);
    const [id, heldId] = [await idOf('A-1'), await idOf('A-2')];
    const invoice = await admin.call(invoices.open, { id });
    for (const [endpoint, input] of [
      [invoices.pdf, { id }],
      [invoices.void, { id, voidDate: cutOverOn, reason: 'Wrong' }],
      [receipts.pdf, { id: heldId }],
      [receipts.reverse, { id: heldId, date: cutOverOn, reason: 'Wrong' }],
    ] as const)
      expect((await admin.refused(endpoint, input, invoice)).code).toBe('STATE_NOT_ALLOWED');
  });

  it('that is a single amount needs no number, and is due by the client’s payment terms', async () => {
    await bring([{ client: code, date: cutOverOn, amount: '250' }]);
    expect(await standing()).toMatchObject([
      { number: `OB-${code}`, dueDate: '2026-04-30', amount: 25_000, kind: 'invoice' },
    ]);
  });
});

describe('a client’s locked opening balances', () => {
  const unlock = { reason: 'Auditor found one more' };

  it('cannot be changed by anybody until an admin unlocks them with a reason', async () => {
    await bring([row('A-1', '100')]);
    expect(await admin.call(openingBalances.lock, { entityId: fixture.entityId })).toEqual({ locked: 1 });
    expect(await bring([row('A-1', '100')])).toMatchObject({ same: 1 });
    for (const changed of [row('A-1', '101'), row('A-2', '5')])
      expect((await refused([changed])).errors).toEqual({ 'rows.0.client': [{ code: 'OPENING_LOCKED' }] });
    const id = await idOf('A-1');
    expect((await admin.refused(openingBalances.takeBack, { id, reason: 'x' })).code).toBe('OPENING_LOCKED');
    const clerk = await api.as({ userType: 'manager', scope: 'all', keys: ['clients.import'] });
    expect(
      (await clerk.refused(openingBalances.unlock, { clientId: fixture.clientId, ...unlock })).code,
    ).toBe('PERM_DENIED');
    await admin.call(openingBalances.unlock, { clientId: fixture.clientId, ...unlock });
    expect(await bring([row('A-1', '101')])).toMatchObject({ changed: 1 });
    // The client's history shows each locking and unlocking, with the person and the reason.
    expect(
      await count(
        `select count(*) from audit_event where entity = 'client' and entity_id = $1 and body -> 'after' ? 'opening_locked'
           and actor_id = $2`,
        fixture.clientId,
        admin.id,
      ),
    ).toBe(2);
  });

  it('can still be paid', async () => {
    await bring([row('A-1', '100')]);
    await admin.call(openingBalances.lock, { entityId: fixture.entityId, clientId: fixture.clientId });
    const invoiceId = await idOf('A-1');
    await admin.call(receipts.create, {
      ...fixture.receipt(10_000),
      allocations: [{ invoiceId, amount: 10_000 }],
    });
    expect(await admin.call(invoices.open, { id: invoiceId })).toMatchObject({ status: 'paid' });
  });
});
