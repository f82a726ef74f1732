import type { StaffVoucher } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { Language } from '@daybook/contracts/fields';
import type { PrintedWord } from './printed-words.ts';
import { renderSheet, sheetContext, signatureOf } from './sheet.ts';
import type { Addressee, Fact, Issuer, SheetContext } from './sheet.ts';

/** A posted staff voucher. Amounts are minor units of `currency`. */
export interface PrintedStaffVoucher extends Omit<StaffVoucher, 'number' | 'posting'> {
  docLocale: Language;
  issuer: Issuer;
  number: string;
  posting: NonNullable<StaffVoucher['posting']>;
}

const titles: Record<StaffVoucher['kind'], PrintedWord> = {
  advance: 'staffAdvance',
  advance_return: 'staffAdvanceReturn',
  settlement: 'staffSettlement',
  hand_over: 'cashHandOver',
};

const money: Record<StaffVoucher['account'], PrintedWord> = {
  bank: 'bankAccount',
  cash: 'cash',
  advance: 'staffAdvance',
  staff_cash: 'staffCash',
};

/** The person's receipt for the firm's money, or the firm's for the person's. */
export function staffVoucherPdf(voucher: PrintedStaffVoucher): Promise<Uint8Array> {
  const { docLocale: locale, currency, issuer, kind, person, amount } = voucher;
  const addressee: Addressee = {
    name: person.label,
    lines: [],
    country: '',
    registrations: [],
    isPerson: true,
  };
  const sent = { locale, currency, issuer, addressee };
  const context = sheetContext(sent);
  const { say, formats } = context;
  const isGiven = kind === 'advance' || kind === 'settlement';
  return renderSheet(
    'receipt',
    sent,
    {
      title: say(titles[kind]),
      number: voucher.number,
      watermark: voucher.reversal === null ? null : say('reversed'),
      addresseeHeading: say(isGiven ? 'paidTo' : 'receivedFrom'),
      facts: factsOf(voucher, context),
      headline: [say('amount'), formats.money(amount)],
    },
    {
      lines: linesOf(voucher, context),
      totals: [{ label: say('total'), value: formats.money(amount), weight: 'due' }],
      inWords: [say('inWords'), formats.inWords(amount)],
      thanks: '',
      passages: passagesOf(voucher, context),
      signature: signatureOf(issuer, say),
    },
    voucher.date,
  );
}

function factsOf(voucher: PrintedStaffVoucher, { say, formats }: SheetContext): Fact[] {
  const { kind, account, receiver, reference, date } = voucher;
  const isGiven = kind === 'advance' || kind === 'settlement';
  return [
    [say('date'), formats.longDate(date)],
    [say(isGiven ? 'paidFrom' : 'handedTo'), receiver?.label ?? say(money[account])],
    ...(reference === null ? [] : [[say('reference'), reference] as const]),
  ];
}

/** A settlement lists the expenses that it pays. */
function linesOf(
  { kind, expenses, currency, amount, note }: PrintedStaffVoucher,
  { say, formats }: SheetContext,
) {
  const last = { label: `${say('amount')} (${currency})`, align: 'end', width: 'content' } as const;
  if (expenses.length === 0)
    return {
      columns: [{ label: say('description'), align: 'start', width: 'rest' }, last],
      rows: [
        [
          note === null ? say(titles[kind]) : { text: say(titles[kind]), details: [note] },
          formats.amount(amount),
        ],
      ],
    };
  return {
    columns: [
      { label: say('document'), align: 'start', width: 'content' },
      { label: say('date'), align: 'start', width: 'content' },
      { label: say('description'), align: 'start', width: 'rest' },
      last,
    ],
    rows: expenses.map((expense) => [
      expense.number,
      formats.shortDate(expense.date),
      expense.description,
      formats.amount(expense.amount),
    ]),
  };
}

const passagesOf = (
  { kind, expenses, note, posting }: PrintedStaffVoucher,
  { say }: SheetContext,
): Fact[] => [
  [say(kind === 'hand_over' ? 'confirmedBy' : 'approvedBy'), posting.by],
  ...(expenses.length > 0 && note !== null ? [[say('notes'), note] as const] : []),
];
