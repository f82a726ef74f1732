import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import type { InputOf } from '@daybook/contracts/endpoint';
import type { Market, Step, WorkingFirm } from './working-firm.ts';

/** Another price than that of the hours, a charge, an allowance, and lines that bill something else. */
function edited(
  at: WorkingFirm,
  draft: Invoice,
  { taxCodeIds, billsOthers }: Market,
): InputOf<typeof invoices.edit> {
  const input = draftOf(draft);
  const taxCodeId = at.random.pick(taxCodeIds);
  const lines = input.lines.map((line) =>
    at.random.chance(0.3) ? { ...line, discountPct: String(at.random.int(1, 40)) } : line,
  );
  const other = {
    ...(lines[0] ?? { description: 'Other' }),
    description: 'Other',
    qty: '1',
    unit: 'C62',
    unitPrice: String(at.random.int(1, 99)),
    discountPct: null,
    pendingItemId: null,
    taxCodeId,
  };
  // Without fees to spread it over, a charge belongs to no work.
  const hasFees = draft.net > 0;
  const part = (kind: 'charge' | 'allowance') =>
    hasFees && at.random.chance(0.35)
      ? [{ kind, reason: 'Agreed', amount: at.random.int(1, 2_000), taxCodeId }]
      : [];
  return {
    ...input,
    id: draft.id,
    lines: billsOthers && at.random.chance(0.5) ? [...lines, other] : lines,
    adjustments: [...part('charge'), ...part('allowance')],
  };
}

function issued(at: WorkingFirm) {
  return at.some<{ id: string; version: number; outstanding: number; day: string }>(
    `select id, invoice.version, outstanding::int, invoice.issue_date::text as day from invoice join invoice_state on invoice_id = id
     where issued_at is not null and status <> 'void' order by invoice.issued_at, id`,
  );
}

/** Invoices of the work, and what becomes of them. */
export const moneySteps = {
  invoice: async (at) => {
    const first = await at.some<{ entity_id: string; client_id: string }>(
      `select entity_id, client_id from pending_item where status = 'open' order by created_at, id`,
    );
    const market = at.markets.find(({ entityId }) => entityId === first?.entity_id);
    if (first === null || market === undefined) return;
    const together =
      at.random.chance(0.6) && first.client_id === market.clientIds[1]
        ? market.clientIds.slice(0, 2)
        : [first.client_id];
    const { rows } = await at.api.ownerPool.query<{ id: string }>(
      `select id from pending_item where status = 'open' and entity_id = $1 and client_id = any ($2::uuid[]) order by created_at, id`,
      [market.entityId, together],
    );
    const itemIds = at.random.sample(rows, at.random.int(1, 4)).map(({ id }) => id);
    const clientId = together.length > 1 ? market.clientIds[0] : null;
    const issueDate = at.day();
    let draft = await at.attempt(pendingInvoices.draft, { itemIds, issueDate, clientId });
    if (draft !== null && at.random.chance(0.7))
      draft =
        (await at.attempt(invoices.edit, edited(at, draft, market), { version: draft.version })) ?? draft;
    if (draft) await at.attempt(invoices.issue, { id: draft.id }, { version: draft.version });
  },
  void: async (at) => {
    const invoice = await at.some<{ id: string; version: number; day: string }>(
      `select id, invoice.version, invoice.issue_date::text as day from invoice join invoice_state on invoice_id = id
       where status = 'issued' order by invoice.issued_at, id`,
    );
    if (invoice === null) return;
    const voidDate = [invoice.day, at.day()].toSorted()[1] ?? '';
    await at.attempt(invoices.void, { id: invoice.id, voidDate, reason: 'Wrong' }, invoice);
  },
  credit: async (at) => {
    const kept = await issued(at);
    const invoice = kept && (await at.attempt(invoices.open, { id: kept.id }));
    if (!kept || !invoice) return;
    const { rows: parts } = await at.api.ownerPool.query<{ id: string; amount: number }>(
      `select id, abs(amount)::int as amount from invoice_line where invoice_id = $1
       union all select id, amount::int from invoice_adjustment where invoice_id = $1 order by id`,
      [invoice.id],
    );
    const isWhole = at.random.chance(0.6);
    const lines = at.random.sample(parts, at.random.int(1, 3)).map(({ id, amount }) => ({
      invoiceLineId: id,
      amount: isWhole ? amount : at.random.int(1, Math.max(1, amount)),
    }));
    const note = await at.attempt(creditNotes.create, {
      entityId: invoice.entity.id,
      clientId: invoice.client.id,
      currency: invoice.currency,
      issueDate: at.day(),
      docLocale: 'en',
      reasonCode: 'correction',
      billAgain: at.random.chance(0.5),
      lines,
    });
    if (note === null) return;
    const amount = Math.min(note.total, kept.outstanding);
    const allocations = amount > 0 && at.random.chance(0.6) ? [{ invoiceId: kept.id, amount }] : [];
    await at.attempt(creditNotes.issue, { id: note.id, allocations }, { version: note.version });
  },
  voidCredit: async (at) => {
    const note = await at.some<{ id: string; version: number; day: string }>(
      `select note.id, note.version, note.issue_date::text as day from credit_note note
       join credit_note_state state using (id) where state.status = 'issued' order by id`,
    );
    if (note === null) return;
    const voidDate = [note.day, at.day()].toSorted()[1] ?? '';
    await at.attempt(creditNotes.void, { id: note.id, voidDate, reason: 'Wrong' }, note);
  },
  /** A payment in part or in whole, sometimes by the payer of the group. */
  receive: async (at) => {
    const kept = await issued(at);
    const invoice = kept && (await at.attempt(invoices.open, { id: kept.id }));
    if (!kept || !invoice || kept.outstanding <= 0) return;
    const settled = at.random.chance(0.4) ? kept.outstanding : at.random.int(1, kept.outstanding);
    const withheld = at.random.chance(0.2) ? Math.floor(settled / 10) : 0;
    await at.attempt(receipts.create, {
      entityId: invoice.entity.id,
      clientId: invoice.client.id,
      receiptDate: at.day(),
      mode: 'bank',
      currency: invoice.currency,
      amount: settled - withheld,
      withheld,
      allocations: [{ invoiceId: kept.id, amount: settled }],
    });
  },
  unallocate: async (at) => {
    const one = await at.some<{ id: string; receipt_id: string }>(
      'select id, receipt_id from allocation where receipt_id is not null and reversed_on is null order by created_at, id',
    );
    if (one === null) return;
    await at.attempt(receipts.unallocate, { id: one.receipt_id, allocationId: one.id, date: at.day() });
  },
  reverse: async (at) => {
    const one = await at.some<{ id: string }>(
      `select receipt_id as id from receipt_state where status = 'posted' order by receipt_id`,
    );
    if (one) await at.attempt(receipts.reverse, { id: one.id, date: at.day(), reason: 'Returned' });
  },
  /** What is outstanding is lost, in part or whole. */
  lose: async (at) => {
    const invoice = await issued(at);
    if (invoice === null || invoice.outstanding <= 0) return;
    const amount = at.random.int(1, invoice.outstanding);
    await at.attempt(
      writeOffs.create,
      { id: invoice.id, amount, date: at.day(), reason: 'Insolvent' },
      invoice,
    );
  },
  takeBack: async (at) => {
    const one = await at.some<{ id: string; invoice_id: string; version: number }>(
      `select write_off.id, invoice_id, version from write_off join invoice on invoice.id = invoice_id
       where reversed_on is null and allocation_id is null order by write_off.id`,
    );
    if (one === null) return;
    const input = { id: one.invoice_id, writeOffId: one.id, date: at.day() };
    await at.attempt(writeOffs.takeBack, input, one);
  },
} satisfies Record<string, Step>;
