import type { Expense } from '@daybook/contracts/billing/expenses/expenses';
import type { Language } from '@daybook/contracts/fields';
import type { PrintedWord } from './printed-words.ts';
import { renderSheet, sheetContext } from './sheet.ts';
import type { Addressee, Fact, Issuer, SheetContext, Total } from './sheet.ts';

/** An approved expense, with everything that is printed. Amounts are minor units of `currency`. */
export interface PrintedExpense extends Pick<
  Expense,
  | 'currency'
  | 'expenseDate'
  | 'category'
  | 'description'
  | 'supplier'
  | 'supplierTaxId'
  | 'reference'
  | 'claimant'
  | 'client'
  | 'paidBy'
  | 'net'
  | 'tax'
  | 'gross'
  | 'reimbursement'
  | 'reversal'
> {
  docLocale: Language;
  issuer: Issuer;
  number: string;
  approval: NonNullable<Expense['approval']>;
}

/** A claim names the person who is owed; a payment by the firm names the payee. */
export function expensePdf(expense: PrintedExpense): Promise<Uint8Array> {
  const { docLocale: locale, currency, issuer, paidBy } = expense;
  const isClaim = paidBy === 'person';
  const addressee: Addressee = {
    name: isClaim ? expense.claimant.label : (expense.supplier ?? ''),
    lines: [],
    country: '',
    registrations: [],
    isPerson: isClaim,
  };
  const sent = { locale, currency, issuer, addressee };
  const context = sheetContext(sent);
  const { say, formats } = context;
  return renderSheet(
    'receipt',
    sent,
    {
      title: say(isClaim ? 'expenseVoucher' : 'paymentVoucher'),
      number: expense.number,
      watermark: expense.reversal === null ? null : say('reversed'),
      addresseeHeading: say(isClaim ? 'claimedBy' : 'paidTo'),
      facts: factsOf(expense, context),
      headline: [say('amountSpent'), formats.money(expense.gross)],
    },
    {
      lines: {
        columns: [
          { label: say('description'), align: 'start', width: 'rest' },
          { label: `${say('amount')} (${currency})`, align: 'end', width: 'content' },
        ],
        rows: [[{ text: expense.description, details: detailsOf(expense) }, formats.amount(expense.gross)]],
      },
      totals: totalsOf(expense, context),
      inWords: [say('inWords'), formats.inWords(expense.gross)],
      thanks: '',
      passages: passagesOf(expense, context),
      signature: null,
    },
    expense.approval.postedOn,
  );
}

/** The payee of a payment by the firm stands in the address. */
const detailsOf = ({ category, paidBy, supplier, supplierTaxId }: PrintedExpense): string[] => [
  category.label,
  ...[paidBy === 'person' ? supplier : null, supplierTaxId].filter((text) => text !== null),
];

const moneyWords: Record<Expense['paidBy'], PrintedWord> = {
  bank: 'bankAccount',
  cash: 'cash',
  person: 'ownMoney',
};

function factsOf(expense: PrintedExpense, { say, formats }: SheetContext): Fact[] {
  const { client, reference, approval, paidBy, expenseDate } = expense;
  return [
    [say('expenseDate'), formats.longDate(expenseDate)],
    [say('postingDate'), formats.longDate(approval.postedOn)],
    [say('paidFrom'), say(moneyWords[paidBy])],
    ...(reference === null ? [] : [[say('reference'), reference] as const]),
    ...(client === null ? [] : [[say('forClient'), client.label] as const]),
  ];
}

function totalsOf({ net, tax, gross }: PrintedExpense, { say, formats }: SheetContext): Total[] {
  const parts: [string, number][] =
    tax === 0
      ? []
      : [
          [say('net'), net],
          [say('tax'), tax],
        ];
  return [
    ...parts.map(([label, part]): Total => ({ label, value: formats.money(part), weight: 'plain' })),
    { label: say('total'), value: formats.money(gross), weight: 'due' },
  ];
}

function passagesOf({ approval, reimbursement }: PrintedExpense, { say, formats }: SheetContext): Fact[] {
  return [
    [say('approvedBy'), approval.by],
    ...(reimbursement === null ? [] : [[say('reimbursedOn'), formats.longDate(reimbursement.on)] as const]),
  ];
}
