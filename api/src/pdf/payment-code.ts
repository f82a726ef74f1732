// The code on an invoice that a client scans with a phone, so that nobody types an account number.
import { isReachedBySepa } from '@daybook/contracts/identifiers/sepa';
import { minor, toDecimal } from '@daybook/contracts/money/money';
import type { BankAccount } from '@daybook/contracts/settings/billing-entities/bank-accounts';
import { encode } from 'uqr';

type Account = Pick<BankAccount, 'accountName' | 'iban' | 'bic' | 'upi'>;

interface Payment {
  /** The account holder, if the account does not name one. */
  payee: string;
  /** What the payer’s transfer quotes: the number of the document. */
  reference: string;
  /** The outstanding amount, in minor units. */
  amount: number;
  currency: string;
}

interface PaymentCode {
  scheme: 'SEPA' | 'UPI';
  payload: string;
}

/** Chosen by what the account can receive and the document’s currency; null if no scheme fits. */
export function paymentCode(account: Account, payment: Payment): PaymentCode | null {
  if (payment.amount <= 0) return null;
  if (payment.currency === 'EUR') return sepaCode(account, payment);
  return payment.currency === 'INR' ? upiCode(account, payment) : null;
}

const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join('');
const payeeOf = ({ accountName }: Account, { payee }: Payment): string =>
  (accountName ?? payee).replace(/\s+/g, ' ').trim();
const amountOf = ({ amount, currency }: Payment): string => toDecimal(minor(amount), currency);

const MOST_SEPA_CENTS = 99_999_999_999;
const MOST_SEPA_BYTES = 331;

/** EPC069-12, version 002: one line for each element, empty if it has no value; the reference as free text. */
function sepaCode(account: Account, payment: Payment): PaymentCode | null {
  const { iban, bic } = account;
  if (iban === null || !isReachedBySepa(iban, bic) || payment.amount > MOST_SEPA_CENTS) return null;
  const payload = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    cut(payeeOf(account, payment), 70),
    iban,
    `EUR${amountOf(payment)}`,
    '',
    '',
    cut(payment.reference, 140),
  ].join('\n');
  return Buffer.byteLength(payload) > MOST_SEPA_BYTES ? null : { scheme: 'SEPA', payload };
}

/** NPCI’s deep link. Spaces are %20: a plus sign would be read as a plus. */
function upiCode(account: Account, payment: Payment): PaymentCode | null {
  if (account.upi === null) return null;
  const name = encodeURIComponent(cut(payeeOf(account, payment), 50));
  const transaction = cut(payment.reference.replace(/[^a-z0-9]/gi, ''), 35);
  const note = encodeURIComponent(cut(payment.reference, 50));
  const fields = [
    `pa=${account.upi}`,
    `pn=${name}`,
    ...(transaction === '' ? [] : [`tr=${transaction}`]),
    `tn=${note}`,
    `am=${amountOf(payment)}`,
    'cu=INR',
  ];
  return { scheme: 'UPI', payload: `upi://pay?${fields.join('&')}` };
}

/** One SVG path with a unit for each module, a stroke for each run of dark modules, and the quiet zone of four modules that readers need. */
export function qrPath(payload: string): { size: number; path: string } {
  const { size, data } = encode(payload, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => {
    const modules = row.map((isDark) => (isDark ? '#' : ' ')).join('');
    return [...modules.matchAll(/#+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    );
  });
  return { size, path: path.join('') };
}
