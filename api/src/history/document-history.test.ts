import { uuidv7 } from 'uuidv7';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { invoiceAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { history } from '@daybook/contracts/history';
import type { HistoryChange, HistoryKind, HistoryPart, HistoryValue } from '@daybook/contracts/history';
import { openBillingFixture } from '../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../test/fixtures/credit-fixture.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { requestOf } from '../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let partner: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi(undefined, { SMTP_URL: 'smtp://127.0.0.1:1' });
  admin = await api.as({ userType: 'super_admin', name: 'Ada' });
  partner = await api.as({ userType: 'super_admin', name: 'Pia' });
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

const textOf = (value: HistoryValue | null): string => {
  if (value === null) return '–';
  const { as: _as, ...said } = value;
  return Object.values(said).join(' ');
};
const changeText = ({ field, before, after }: HistoryChange) =>
  `${field} ${textOf(before)} → ${textOf(after)}`;
const partText = ({ part, step, no, label, amount, changes }: HistoryPart): string =>
  [part, step, no, label, amount && `${amount.minor} ${amount.currency}`, ...changes.map(changeText)]
    .filter((word) => word !== null)
    .join(' ');

/** The history as sentences, oldest first. */
async function told(kind: HistoryKind, id: string, caller = admin): Promise<string[]> {
  const { events } = await caller.call(history.of, { kind, id });
  return events
    .toReversed()
    .map(({ by, action, isOwn, changes, parts }) =>
      [`${by} ${isOwn ? action : '·'}`, ...changes.map(changeText), ...parts.map(partText)].join(' | '),
    );
}

it('the history of an invoice has every command once', async () => {
  const item = await admin.call(pendingInvoices.create, {
    clientId: fixture.clientId,
    entityId: fixture.entityId,
    description: 'Advice',
    amount: 10_000,
    taxCodeId: fixture.taxCodeId,
    readyOn: '2026-03-01',
  });
  const id = uuidv7();
  await admin.call(pendingInvoices.drafts, { issueDate: '2026-03-01', drafts: [{ id, itemIds: [item.id] }] });
  const draft = await admin.call(invoices.open, { id });
  const fields = {
    id,
    entityId: fixture.entityId,
    clientId: fixture.clientId,
    issueDate: '2026-03-01',
    dueDate: '2026-04-30',
    currency: 'EUR',
    docLocale: 'en' as const,
    poNo: 'PO 7',
    lines: [
      { description: 'Travel', qty: '1', unitPrice: '20', taxCodeId: fixture.taxCodeId },
      {
        description: 'Advice',
        qty: '1',
        unitPrice: '120',
        taxCodeId: fixture.taxCodeId,
        pendingItemId: item.id,
      },
    ],
  };
  const edited = await admin.call(invoices.edit, fields, { version: draft.version });
  await api.ownerPool.query('update billing_entity set invoice_approval = true where id = $1', [
    fixture.entityId,
  ]);
  await admin.call(invoiceApprovals.ask, { id }, { version: edited.version });
  await partner.call(invoiceApprovals.sendBack, { id, reason: 'Too dear' }, { version: edited.version });
  await admin.call(invoiceApprovals.ask, { id }, { version: edited.version });
  await partner.call(invoiceApprovals.approve, { id }, { version: edited.version });
  const issued = await admin.call(invoices.issue, { id }, { version: edited.version });
  await api.ownerPool.query('update billing_entity set invoice_approval = false where id = $1', [
    fixture.entityId,
  ]);
  await admin.call(invoiceMails.send, {
    id,
    nth: 1,
    sentTo: ['ben@acme.test'],
    subject: 'Hello',
    body: 'There',
  });
  const allocations = [{ invoiceId: id, amount: 5_000 }];
  const receipt = await admin.call(receipts.create, fixture.receipt(5_000, { allocations }));
  const credit = await issuedCredit(admin, creditOf(fixture, [[issued, 1_000]]), [
    { invoiceId: id, amount: 1_000 },
  ]);
  const [applied] = credit.allocations;
  const back = { id: credit.id, allocationId: applied?.id ?? '', date: '2026-04-06' };
  const unapplied = await admin.call(creditNotes.unallocate, back, { version: credit.version });
  await admin.call(
    creditNotes.refund,
    { id: credit.id, date: '2026-04-07', amount: 400, mode: 'bank' },
    { version: unapplied.version },
  );
  const paid = await admin.call(invoices.open, { id });
  const given = await admin.call(
    writeOffs.create,
    { id, amount: 300, date: '2026-04-08', reason: 'Too small' },
    { version: paid.version },
  );
  await admin.call(
    writeOffs.takeBack,
    { id, writeOffId: given.writeOffs[0]?.id ?? '', date: '2026-04-09' },
    { version: given.version },
  );
  const file = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
  await admin.inject(requestOf(invoiceAttachments.attach, { id, name: 'order.pdf' }, { file }));
  expect(await told('invoice', id)).toEqual([
    'Ada pending_invoices.drafts',
    'Ada invoices.edit | ' +
      'poNo – → PO 7 | payable 10000 EUR → 14000 EUR | dueDate 2026-03-31 → 2026-04-30 | ' +
      'line added 1 Travel | line changed 2 Advice line.unitPrice 100 EUR → 120 EUR',
    'Ada invoice_approvals.ask',
    'Pia invoice_approvals.sendBack | reason – → Too dear',
    'Ada invoice_approvals.ask',
    'Pia invoice_approvals.approve',
    'Ada invoices.issue',
    'Ada · | mail added ben@acme.test',
    `Ada · | payment added ${receipt.number} 5000 EUR`,
    `Ada · | credit added ${credit.number} 1000 EUR`,
    `Ada · | credit removed ${credit.number} 1000 EUR`,
    'Ada · | writeOff added 300 EUR reason – → Too small',
    'Ada · | writeOff removed 300 EUR',
    'Ada · | file added order.pdf',
  ]);
  expect(await told('credit_note', credit.id)).toEqual([
    'Ada credit_notes.create',
    `Ada credit_notes.issue | settled added ${issued.number} 1000 EUR`,
    `Ada · | settled removed ${issued.number} 1000 EUR`,
    'Ada · | refund added 400 EUR',
  ]);
  expect(await told('pending_item', item.id)).toEqual([
    'Ada pending_invoices.create',
    `Ada · | status open → invoiced | billed added ${issued.number}`,
  ]);
});

it('the history of a receipt has its allocations, the steps of its cheque, and its refunds', async () => {
  const invoice = await fixture.issued(900);
  const cheque = {
    mode: 'cheque' as const,
    instrumentNo: '7',
    instrumentBank: 'HDFC',
    instrumentDate: '2026-04-05',
  };
  const { id, version } = await admin.call(
    receipts.create,
    fixture.receipt(900, { ...cheque, allocations: [{ invoiceId: invoice.id, amount: 900 }] }),
  );
  const deposited = await admin.call(cheques.deposit, { id, date: '2026-04-06' }, { version });
  const bounced = await admin.call(
    receipts.reverse,
    { id, date: '2026-04-07', reason: 'No funds', bounced: true },
    { version: deposited.version },
  );
  const again = await admin.call(
    cheques.redeposit,
    { id, receiptDate: '2026-04-08' },
    { version: bounced.version },
  );
  expect(await told('receipt', id)).toEqual([
    `Ada receipts.create | settled added ${invoice.number} 900 EUR`,
    'Ada cheques.deposit | depositedOn – → 2026-04-06 | displayStatus in_hand → deposited',
    'Ada receipts.reverse | status posted → bounced | reversedOn – → 2026-04-07 | displayStatus deposited → bounced | ' +
      `reversalReason – → No funds | settled removed ${invoice.number} 900 EUR`,
    `Ada · | again added ${again.number}`,
  ]);

  const advance = await admin.call(receipts.create, fixture.receipt(500));
  const refunded = await admin.call(
    receipts.refund,
    { id: advance.id, date: '2026-04-09', amount: 200, mode: 'bank' },
    { version: advance.version },
  );
  await admin.call(
    receipts.takeBackRefund,
    { id: advance.id, refundId: refunded.refunds[0]?.id ?? '', date: '2026-04-10', reason: 'Sent back' },
    { version: refunded.version },
  );
  expect(await told('receipt', advance.id)).toEqual([
    'Ada receipts.create',
    'Ada receipts.refund | refund added 200 EUR',
    'Ada receipts.takeBackRefund | refund removed 200 EUR reversalReason – → Sent back',
  ]);
});

it('the pages of a history leave nothing out and repeat nothing', async () => {
  const { id, version } = await fixture.draft(100);
  const fields = {
    id,
    entityId: fixture.entityId,
    clientId: fixture.clientId,
    issueDate: '2026-03-01',
    dueDate: '2026-03-31',
    currency: 'EUR',
    docLocale: 'en' as const,
    lines: [{ description: 'Advice', qty: '1', unitPrice: '1', taxCodeId: fixture.taxCodeId }],
  };
  for (let no = 0; no < 33; no += 1)
    await admin.call(invoices.edit, { ...fields, poNo: `PO ${no}` }, { version: version + no });
  const first = await admin.call(history.of, { kind: 'invoice', id });
  const second = await admin.call(history.of, { kind: 'invoice', id, before: first.earlier ?? 1 });
  expect([first.events.length, second.events.length, second.earlier]).toEqual([30, 4, null]);
  expect(new Set([...first.events, ...second.events].map((event) => event.id)).size).toBe(34);
  expect(second.events.at(-1)?.action).toBe('invoices.create');
});
