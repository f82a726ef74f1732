import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { uuidv7 } from 'uuidv7';
import { findBookFaults } from '../../books/book-findings.ts';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { pdfPages, withoutSpace } from '../../../test/files/pdf-pages.ts';
import { openVoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let payer: string;
let member: string;
let groupId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
  payer = fixture.clientId;
  member = await clientOf(admin);
  const made = await admin.call(clientGroups.create, {
    name: uuidv7(),
    memberIds: [payer, member],
    payerClientId: payer,
  });
  groupId = made.id;
});

const clientOf = ({ id }: Caller) =>
  makeClient(api.db, { entityId: fixture.entityId, crmId: id, name: `Member ${uuidv7()}` });
const owedBy = (clientId: string, amount: number) => fixture.issued(amount, { clientId });
const receive = (amount: number, more: Parameters<BillingFixture['receipt']>[1]) =>
  admin.call(receipts.create, fixture.receipt(amount, more));
const rows = (...settled: [{ id: string }, number][]) =>
  settled.map(([{ id }, amount]) => ({ invoiceId: id, amount }));
const offered = (caller = admin, clientId = payer) =>
  caller.call(receipts.openInvoices, {
    clientId,
    entityId: fixture.entityId,
    currency: 'EUR',
    settling: 10_000,
  });

const movesOf = async (clientId: string) => {
  const ledger = { clientId, entityId: fixture.entityId, currency: 'EUR', asOf: '2026-10-31' };
  const { rows: lines } = await admin.call(clientLedgers.open, ledger);
  return lines.map(({ kind, debit, credit, balance }) => `${kind} ${debit - credit} → ${balance}`);
};
const withheldOf = async (clientId: string) => {
  const { rows: sums } = await api.ownerPool.query<{ held: number }>(
    `select coalesce(sum(debit - credit), 0)::int as held from journal_line
       where client_id = $1 and account_id = (select id from ledger_account where system_key = 'withholding_receivable')`,
    [clientId],
  );
  return sums[0]?.held;
};

const settles = (receiptId: string, invoiceId: string) =>
  api.appPool.query(
    `insert into allocation (id, receipt_id, invoice_id, amount, withheld_part, invoice_base, receipt_base, allocated_on)
       values (gen_random_uuid(), $1, $2, 100, 0, 100, 100, '2026-04-12')`,
    [receiptId, invoiceId],
  );

describe('the payer of a group', () => {
  it('settles the invoices of all its clients by one receipt, each in its own ledger with its own tax withheld', async () => {
    const [own, theirs] = [await owedBy(payer, 3_000), await owedBy(member, 6_000)];
    const listed = await offered();
    expect(listed.map(({ id, client, proposed }) => [id, client?.id, proposed])).toEqual([
      [own.id, undefined, 3_000],
      [theirs.id, member, 6_000],
    ]);
    const receipt = await receive(9_000, {
      withheld: 1_000,
      allocations: rows([own, 3_000], [theirs, 6_000]),
    });
    expect(receipt).toMatchObject({ allocated: 9_000, unallocated: 1_000 });
    expect(receipt.allocations.map(({ client }) => client?.id)).toEqual([undefined, member]);
    expect(await movesOf(payer)).toEqual([
      'invoice 3000 → 3000',
      'receipt -3667 → -667',
      'withheld -333 → -1000',
    ]);
    expect(await movesOf(member)).toEqual([
      'invoice 6000 → 6000',
      'receipt -5333 → 667',
      'withheld -667 → 0',
    ]);
    const paid = await admin.call(invoices.open, { id: theirs.id });
    expect(paid).toMatchObject({ status: 'paid', settlements: [{ payer: { id: payer } }] });
    const paper = await admin.inject({ url: `/api/v1/receipts/${receipt.id}/pdf` });
    expect(pdfPages(paper.rawPayload)[0]?.text).toContain(
      withoutSpace(`${theirs.number} · ${theirs.client.label}`),
    );

    await admin.call(receipts.reverse, { id: receipt.id, date: '2026-04-06', reason: 'Recalled' });
    expect((await movesOf(payer)).at(-1)).toContain('→ 3000');
    expect((await movesOf(member)).at(-1)).toContain('→ 6000');
    expect([await withheldOf(payer), await withheldOf(member)]).toEqual([0, 0]);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('settles them later from its advance, with the tax withheld, and can reverse this', async () => {
    const theirs = await owedBy(member, 6_000);
    const receipt = await receive(9_000, { withheld: 1_000 });
    expect(await withheldOf(payer)).toBe(1_000);
    const settled = await admin.call(receipts.allocate, {
      id: receipt.id,
      date: '2026-04-07',
      allocations: rows([theirs, 5_000]),
    });
    expect(await movesOf(member)).toEqual([
      'invoice 6000 → 6000',
      'allocation -4000 → 2000',
      'withheld -1000 → 1000',
    ]);
    expect(await movesOf(payer)).toEqual([
      'receipt -9000 → -9000',
      'withheld -1000 → -10000',
      'allocation 4000 → -6000',
      'withheld 1000 → -5000',
    ]);
    // When the client leaves the group, its allocations stay and can be reversed, but none can be added.
    const alone = { id: groupId, name: uuidv7(), memberIds: [payer], payerClientId: payer };
    await admin.call(clientGroups.edit, alone, { version: 1 });
    const more = { id: receipt.id, date: '2026-04-08', allocations: rows([theirs, 1_000]) };
    expect((await admin.refused(receipts.allocate, more)).errors).toMatchObject({
      'allocations.0.amount': [{ code: 'REFERENCE_UNKNOWN' }],
    });
    const allocationId = settled.allocations[0]?.id ?? '';
    await admin.call(receipts.unallocate, { id: receipt.id, allocationId, date: '2026-04-09' });
    expect((await movesOf(payer)).at(-1)).toContain('→ -10000');
    expect((await movesOf(member)).at(-1)).toContain('→ 6000');
    expect([await withheldOf(payer), await withheldOf(member)]).toEqual([1_000, 0]);
  });
});

describe('the invoices of a group', () => {
  const unknown = { 'allocations.0.amount': [{ code: 'REFERENCE_UNKNOWN' }] };

  it('cannot be settled by another client of the group, nor by a credit note', async () => {
    const [own, theirs] = [await owedBy(payer, 3_000), await owedBy(member, 6_000)];
    expect((await offered(admin, member)).map(({ id }) => id)).toEqual([theirs.id]);
    const byMember = fixture.receipt(3_000, { clientId: member, allocations: rows([own, 3_000]) });
    expect((await admin.refused(receipts.create, byMember)).errors).toMatchObject(unknown);

    const [line] = own.lines;
    const note = await admin.call(creditNotes.create, {
      clientId: payer,
      entityId: fixture.entityId,
      currency: 'EUR',
      issueDate: '2026-04-01',
      reasonCode: 'correction',
      docLocale: 'en',
      lines: [{ invoiceLineId: line?.id ?? '', qty: null, amount: 1_000 }],
    });
    expect((await admin.call(creditNotes.openInvoices, { id: note.id })).map(({ id }) => id)).toEqual([
      own.id,
    ]);

    const receipt = await receive(5_000, {});
    const ofMember = await receive(5_000, { clientId: member });
    await expect(settles(ofMember.id, own.id)).rejects.toMatchObject({ code: 'DB008' });
    // The payer may settle it; without an entry, this is refused at commit.
    await expect(settles(receipt.id, theirs.id)).rejects.toMatchObject({ code: 'DB006' });
  });

  it('cannot be settled by an advance that was taxed as the payer’s own', async () => {
    const office = await openVoucherFixture(api, admin);
    const [first, second] = [await office.ofClient(), await office.ofClient()];
    const memberIds = [first.clientId, second.clientId];
    await admin.call(clientGroups.create, { name: uuidv7(), memberIds, payerClientId: first.clientId });
    const [voucher, theirs] = [await first.voucher(59_000), await second.issued('500')];
    const wanted = { id: voucher.id, date: '2026-04-12', allocations: rows([theirs, 59_000]) };
    expect((await admin.refused(receipts.allocate, wanted)).errors).toMatchObject(unknown);
    await expect(settles(voucher.id, theirs.id)).rejects.toMatchObject({ code: 'DB008' });
  });

  it('are offered and settled only within the caller’s scope', async () => {
    const clerk = await api.as({
      userType: 'executive',
      keys: ['receipts.add', 'receipts.view'],
      scope: 'own',
    });
    const mine = await clientOf(clerk);
    const group = await admin.call(clientGroups.open, { id: groupId });
    await admin.call(
      clientGroups.edit,
      { id: groupId, name: group.name, memberIds: [payer, member, mine], payerClientId: mine },
      { version: group.version },
    );
    const [seen, unseen] = [await owedBy(mine, 1_000), await owedBy(member, 2_000)];
    expect((await offered(clerk, mine)).map(({ id }) => id)).toEqual([seen.id]);
    const input = fixture.receipt(2_000, { clientId: mine, allocations: rows([unseen, 2_000]) });
    expect((await clerk.refused(receipts.create, input)).errors).toMatchObject(unknown);
    expect(await admin.call(receipts.create, input)).toMatchObject({ allocated: 2_000 });
  });
});
