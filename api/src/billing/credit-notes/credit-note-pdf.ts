import type { FastifyReply } from 'fastify';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { over, ratioOf, round, times } from '@daybook/contracts/money/exact';
import { toDecimal, NOTHING, magnitude } from '@daybook/contracts/money/money';
import { taxDueOn } from '@daybook/contracts/settings/billing-entities/tax-due';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { invoicePdf } from '../../pdf/invoice-pdf.ts';
import { lookOf } from '../documents/document-look.ts';
import { addresseeOf, issuerOf } from '../documents/issuer.ts';
import { askedInBase, exchangeOf } from '../documents/printed-exchange.ts';
import { sendPdf } from '../documents/send-pdf.ts';
import { getCreditNote } from './credit-notes.queries.ts';

/** The credited unit price after discounts, with the six decimals of a price. */
function unitPriceOf(amount: string, qty: string): string {
  const millionths = round(times(over(ratioOf(amount), ratioOf(qty)), ratioOf(1_000_000))).toString();
  const digits = millionths.padStart(7, '0');
  return canonicalDecimal(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
}

type CreditedLine = CreditNote['lines'][number];
type Printed = CreditedLine & { kind: 'fee' | 'disbursement' };

const isLine = (line: CreditedLine): line is Printed => line.kind === 'fee' || line.kind === 'disbursement';

/** Allowances and charges are printed below the lines, as on the invoice. */
const printedAdjustment = ({ kind, description, amount }: CreditedLine) => ({
  kind: kind === 'allowance' ? ('allowance' as const) : ('charge' as const),
  reason: description === '' ? null : description,
  amount: magnitude(amount),
});

function printedLine(line: Printed, currency: string) {
  const amount = toDecimal(magnitude(line.amount), currency);
  const qty = line.qty ?? '1';
  return {
    kind: line.kind,
    description: line.description,
    sacHsn: line.sacHsn,
    qty: line.amount < 0 ? `-${qty}` : qty,
    // A line credited by amount has no quantity or unit of its own.
    unit: line.qty === null ? 'C62' : line.unit,
    unitPrice: unitPriceOf(amount, qty),
    baseQty: '1',
    discountPct: null,
    discount: null,
    charge: null,
    category: line.category,
    rate: line.rate,
    amount: line.amount,
  };
}

/** The credit note in its own language, with the invoices that it credits. */
export async function creditNotePaper(db: Db, note: CreditNote): Promise<Uint8Array> {
  const credited = new Map(note.lines.map(({ invoice, invoiceDate }) => [invoice.label, invoiceDate]));
  const { id, entity } = note;
  const look = await lookOf(db, 'creditNote', { id, entityId: entity.id, isIssued: Boolean(note.number) });
  const issuer = await issuerOf(db, entity.id, note.supplier, look);
  return invoicePdf({
    ...note,
    exchange: exchangeOf(note),
    inBase: askedInBase(issuer.regime, note.inBase),
    docKind: 'credit_note',
    number: note.number || null,
    isVoid: note.status === 'void',
    // What is credited keeps what applied to its invoice.
    taxDue: taxDueOn(issuer, note.lines[0]?.invoiceDate ?? note.issueDate),
    dueDate: null,
    supplyDate: null,
    serviceFrom: null,
    serviceTo: null,
    poNo: null,
    discountPct: null,
    prepaid: NOTHING,
    payable: note.total,
    outstanding: NOTHING,
    terms: null,
    adjustments: note.lines.filter((line) => !isLine(line)).map(printedAdjustment),
    lines: note.lines.filter(isLine).map((line) => printedLine(line, note.currency)),
    credits: {
      invoices: [...credited].map(([number, issueDate]) => ({ number, issueDate })),
      reasonCode: note.reasonCode,
      reason: note.reason,
    },
    billTo: await addresseeOf(db, note.client.id, note.billTo),
    issuer,
  });
}

/** Refuses NOT_FOUND. */
export async function sendCreditNotePdf(
  db: Db,
  user: CurrentUser,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const note = await getCreditNote(db, user, id);
  return sendPdf(reply, note.number || 'draft', await creditNotePaper(db, note));
}
