import { receiptAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { InputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import type { DemoClient } from './clients.ts';
import { earliest, workday } from './days.ts';
import type { Demo, Person } from './demo.ts';
import type { Country } from './entities.ts';
import type { IssuedInvoice } from './invoices.ts';
import { paperOf } from './paper.ts';
import type { Random } from './random.ts';
import { standardTax } from './services.ts';

type Given = InputOf<typeof receipts.create>;
type Mode = Given['mode'];

interface PlannedReceipt {
  client: DemoClient;
  given: Given;
}

const modes: Readonly<Record<Country, readonly Mode[]>> = {
  IN: ['bank', 'bank', 'bank', 'upi', 'upi', 'cheque', 'cash', 'gateway'],
  FR: ['bank', 'bank', 'bank', 'cheque', 'card'],
  JP: ['bank', 'bank', 'bank', 'cash', 'card'],
};
const chequeBanks: Readonly<Record<Country, readonly string[]>> = {
  IN: ['State Bank of India', 'ICICI Bank'],
  FR: ['Crédit Lyonnais', 'Société Générale'],
  JP: ['みずほ銀行'],
};

/** The rate moves after the invoice, so that payments have exchange gains and losses. */
const rateOf = ({ fxRate }: DemoClient, date: string): string =>
  fxRate === '1' ? fxRate : (Number(fxRate) * (0.985 + Number(date.slice(8)) / 1000)).toFixed(4);

function moneyIn(random: Random, client: DemoClient, receiptDate: string, amount: number): Given {
  const { entity, currency, fxRate } = client;
  const isForeign = fxRate !== '1';
  const mode: Mode = isForeign ? 'bank' : random.pick(modes[entity.country]);
  const bankCharge = isForeign && amount > 10_000 ? 1_500 : 0;
  return {
    entityId: entity.record.id,
    clientId: client.id,
    receiptDate,
    mode,
    currency,
    fxRate: rateOf(client, receiptDate),
    amount: amount - bankCharge,
    bankCharge,
    bankAccountId: mode === 'bank' || mode === 'upi' ? entity.record.bankAccounts[0]?.id : null,
    reference: mode === 'cash' || mode === 'cheque' ? null : `TRF${random.int(10_000_000, 99_999_999)}`,
    ...(mode === 'cheque' && {
      instrumentNo: String(random.int(100_000, 999_999)),
      instrumentBank: random.pick(chequeBanks[entity.country]),
      instrumentDate: addDays(receiptDate, -2),
    }),
  };
}

/** A receipt that pays these invoices in full; an Indian company withholds the tax it must. */
function payment(random: Random, paid: readonly IssuedInvoice[], receiptDate: string): PlannedReceipt | null {
  const [first] = paid;
  if (!first) return null;
  const { client } = first;
  const owed = paid.reduce((all, { invoice }) => all + invoice.payable, 0);
  const withheld = client.withholds
    ? paid.reduce((all, { invoice }) => all + invoice.withheldExpected, 0)
    : 0;
  return {
    client,
    given: {
      ...moneyIn(random, client, receiptDate, owed - withheld),
      withheld,
      withholdingSection: withheld > 0 ? '194J' : null,
      allocations: paid.map(({ invoice }) => ({ invoiceId: invoice.id, amount: invoice.payable })),
    },
  };
}

/** A payment on account, and from most clients the remainder some weeks later. */
function instalments(random: Random, { client, invoice }: IssuedInvoice, date: string): PlannedReceipt[] {
  const first = Math.floor((invoice.payable * random.int(3, 6)) / 10);
  const rest = { amount: invoice.payable - first, on: workday(addDays(date, random.int(10, 40))) };
  return [{ amount: first, on: date }, ...(random.chance(0.7) ? [rest] : [])].map(({ amount, on }) => ({
    client,
    given: {
      ...moneyIn(random, client, on, amount),
      allocations: [{ invoiceId: invoice.id, amount }],
    },
  }));
}

/** Most clients pay around the due date, a tenth have not paid yet; some pay several invoices at once or one in parts. */
function planPayments(demo: Demo, issued: readonly IssuedInvoice[]): PlannedReceipt[] {
  const random = demo.random('receipts');
  const planned: PlannedReceipt[] = [];
  for (const owed of Object.values(Object.groupBy(issued, ({ client }) => client.id))) {
    const rest = (owed ?? []).filter(({ invoice }) => invoice.payable > 0 && !random.chance(0.08));
    while (rest.length > 0) {
      const together = rest.splice(0, random.chance(0.07) ? random.int(2, 3) : 1);
      const last = together.at(-1);
      if (!last) break;
      const date = workday(addDays(last.invoice.dueDate, random.int(-20, 30)));
      const paidOn = date < last.invoice.issueDate ? last.invoice.issueDate : date;
      const inParts = together.length === 1 && !last.client.withholds && random.chance(0.3);
      if (inParts) planned.push(...instalments(random, last, paidOn));
      else planned.push(...[payment(random, together, paidOn)].filter((one) => one !== null));
    }
  }
  return planned
    .filter(({ given }) => given.receiptDate <= demo.today)
    .toSorted((a, b) => a.given.receiptDate.localeCompare(b.given.receiptDate));
}

/** An advance: money before there is an invoice for it. */
function planAdvance(demo: Demo, random: Random, clients: readonly DemoClient[]): PlannedReceipt {
  const client = random.pick(clients);
  const receiptDate = earliest(workday(addDays(demo.today, -random.int(1, 200))), demo.today);
  const amount =
    random.int(2, 20) * (client.currency === 'JPY' ? 10_000 : client.currency === 'INR' ? 250_000 : 10_000);
  return {
    client,
    given: { ...moneyIn(random, client, receiptDate, amount), narration: 'Advance' },
  };
}

/** In a country that taxes advances, two clients ask for an advance voucher. */
function withVouchers<Advance extends PlannedReceipt>(advances: readonly Advance[]): Advance[] {
  const taxed = advances.filter(
    ({ client: { entity, currency } }) => entity.country === 'IN' && currency === 'INR',
  );
  const vouchers = new Set(taxed.slice(0, 2));
  return advances.map((advance) => {
    if (!vouchers.has(advance)) return advance;
    const advanceTaxCodeId = advance.client.entity.taxCodes.get(standardTax.IN);
    return { ...advance, given: { ...advance.given, voucherKind: 'advance_voucher', advanceTaxCodeId } };
  });
}

const bankDays = ({ receiptDate }: Given) => ({
  deposited: workday(addDays(receiptDate, 1)),
  known: workday(addDays(receiptDate, 4)),
  again: workday(addDays(receiptDate, 8)),
});

/** Deposits a cheque on the next working day; it clears or bounces some days later. A bounced cheque is presented once more. */
async function takeToBank(
  demo: Demo,
  accountant: Person,
  { id, given, bounces }: { id: string; given: Given; bounces: boolean },
): Promise<void> {
  const { deposited, known, again } = bankDays(given);
  if (deposited > demo.today) return;
  await accountant.call(cheques.deposit, { id, date: deposited });
  if (known > demo.today) return;
  if (!bounces) {
    await accountant.call(cheques.clear, { id, date: known });
    return;
  }
  const reason = 'Cheque returned unpaid';
  await accountant.call(receipts.reverse, { id, date: known, reason, bounced: true });
  const memo = paperOf(['RETURN MEMO', '', `Cheque ${given.instrumentNo}`, 'Refer to drawer']);
  await accountant.send(receiptAttachments.attach, { id, name: 'return-memo.pdf' }, memo);
  if (again <= demo.today) await accountant.call(cheques.redeposit, { id, receiptDate: again });
}

/** Refunds half of an advance that was too large, some days later. */
function moneyBack(demo: Demo, { receiptDate, mode, amount, fxRate, allocations = [] }: Given) {
  if (allocations.length > 0 || mode === 'cheque' || receiptDate > demo.today) return null;
  return {
    date: earliest(workday(addDays(receiptDate, 5)), demo.today),
    amount: Math.floor((amount ?? 0) / 2),
    mode: 'bank' as const,
    ...(fxRate !== undefined && { fxRate }),
  };
}

/** One French client pays some cents too little; the small difference is written off. */
function fallShort<Payment extends PlannedReceipt>(
  payments: readonly Payment[],
  issued: readonly IssuedInvoice[],
): Payment[] {
  const cents = 37;
  const payable = new Map(issued.map(({ invoice }) => [invoice.id, invoice.payable]));
  const at = payments.findIndex(({ client, given: { mode, amount, allocations = [] } }) => {
    const [first] = allocations;
    const isWhole = first?.amount === amount && payable.get(first?.invoiceId ?? '') === amount;
    return client.entity.country === 'FR' && client.currency === 'EUR' && mode === 'bank' && isWhole;
  });
  return payments.map((payment, index) => {
    if (index !== at) return payment;
    const { amount, allocations = [] } = payment.given;
    const rows = allocations.map((row) => ({ ...row, amount: row.amount - cents, writeOffRemainder: true }));
    return { ...payment, given: { ...payment.given, amount: amount - cents, allocations: rows } };
  });
}

/** Enters receipts in each entity in the order of their dates; the last payments are still to come. A few cheques bounce. */
export async function makeReceipts(
  demo: Demo,
  issued: readonly IssuedInvoice[],
  accountantOf: (client: DemoClient) => Person,
): Promise<void> {
  const random = demo.random('advances');
  const clients = [...new Set(issued.map(({ client }) => client))];
  const payments = planPayments(demo, issued)
    .slice(0, Math.floor(demo.size.receipts * 0.93))
    .map((one) => ({
      ...one,
      bounces: one.given.mode === 'cheque' && random.chance(0.08),
      refunds: null,
    }));
  // A cheque that bounced leads to a second receipt.
  const again = payments.filter(({ given, bounces }) => bounces && bankDays(given).again <= demo.today);
  const advances = Array.from(
    { length: Math.max(0, demo.size.receipts - payments.length - again.length) },
    () => {
      const advance = planAdvance(demo, random, clients);
      const refunds = random.chance(0.3) ? moneyBack(demo, advance.given) : null;
      return { ...advance, bounces: false, refunds };
    },
  );
  const planned = [...fallShort(payments, issued), ...withVouchers(advances)].toSorted((a, b) =>
    a.given.receiptDate.localeCompare(b.given.receiptDate),
  );
  await demo.inOrder('Receipts', planned, {
    laneOf: ({ client }) => client.entity.country,
    work: async ({ client, given, bounces, refunds }) => {
      const accountant = accountantOf(client);
      const { id } = await accountant.call(receipts.create, given);
      if (refunds) await accountant.call(receipts.refund, { id, ...refunds });
      if (given.mode === 'cheque') await takeToBank(demo, accountant, { id, given, bounces });
    },
  });
}
