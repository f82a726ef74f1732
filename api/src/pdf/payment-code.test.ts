import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { minor } from '@daybook/contracts/money/money';
import { frenchIssuer, indianIssuer } from '../../test/files/printed-issuers.ts';
import { frenchInvoice, indianInvoice } from '../../test/files/printed-samples.ts';
import { bankBlocks } from './bank-blocks.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { paymentCode } from './payment-code.ts';
import { endPrinting } from './print-pdf.ts';
import type { PrintedInvoice } from './printed-invoice.ts';
import { sheetContext } from './sheet.ts';

afterAll(endPrinting);

type Account = Parameters<typeof paymentCode>[0];

interface Scanned {
  text: string;
  version: number;
}

/** What a phone scans on the printed page. */
async function scanned(invoice: PrintedInvoice): Promise<Scanned | null> {
  const reader = path.join(import.meta.dirname, '../../test/files/read-qr.ts');
  return JSON.parse(
    execFileSync(process.execPath, [reader], { input: await invoicePdf(invoice) }).toString(),
  ) as Scanned | null;
}

/** For each of the issuer’s accounts, whether it has a code. */
function coded(invoice: PrintedInvoice): boolean[] {
  const { docLocale: locale, currency, issuer, billTo: addressee } = invoice;
  const blocks = bankBlocks(invoice, sheetContext({ locale, currency, issuer, addressee }));
  return blocks.map(({ code }) => code !== null);
}

const french: Account = {
  accountName: null,
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPP',
  upi: null,
};
const indian: Account = { accountName: 'Mehta Rao', iban: null, bic: null, upi: 'mehtarao@hdfcbank' };
const due = { payee: 'Cabinet Lefèvre', reference: 'F2026-0118', amount: 337924, currency: 'EUR' };
const rupees = { ...due, currency: 'INR' };

const sepaLines = (account: Partial<Account>, payment: Partial<typeof due> = {}) =>
  paymentCode({ ...french, ...account }, { ...due, ...payment })?.payload.split('\n');

describe('the payment code of an invoice', () => {
  test('asks for the outstanding amount, as a SEPA transfer (EPC069-12)', async () => {
    const code = await scanned({ ...frenchInvoice, outstanding: minor(250050) });
    expect(code?.text.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'AGRIFRPP',
      'Cabinet Lefèvre & Associés',
      'FR7630006000011234567890189',
      'EUR2500.50',
      '',
      '',
      'F2026-0118',
    ]);
    expect(code?.version).toBeLessThanOrEqual(13);
  });

  test('opens a UPI payment', async () => {
    const link = new URL((await scanned(indianInvoice))?.text ?? '');
    expect([link.protocol, link.host]).toEqual(['upi:', 'pay']);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      pa: 'mehtarao@hdfcbank',
      pn: 'Mehta Rao & Associates LLP',
      tr: 'MR262700042',
      tn: 'MR/26-27/00042',
      am: '209893.00',
      cu: 'INR',
    });
  });

  test('is on the first account that can receive the payment, and on no other', () => {
    const [bank] = frenchIssuer.bankAccounts;
    if (!bank) throw new Error('there is no account');
    const bankAccounts = [
      { ...bank, iban: null, accountNo: '123456' },
      { ...bank, iban: 'DE89370400440532013000' },
      bank,
    ];
    const issuer = { ...frenchIssuer, bankAccounts };
    expect(coded({ ...frenchInvoice, issuer })).toEqual([false, true, false]);
  });

  test.each<[string, Partial<PrintedInvoice>]>([
    ['a draft', { number: null }],
    ['a void one', { isVoid: true }],
    ['one that is paid', { outstanding: minor(0) }],
    ['a credit note', { docKind: 'credit_note' }],
    ['one in another currency', { currency: 'USD' }],
    [
      'one that no account can take',
      { issuer: { ...indianIssuer, bankAccounts: frenchIssuer.bankAccounts } },
    ],
  ])('is not on %s', (_, more) => {
    expect(coded({ ...indianInvoice, ...more })).not.toContain(true);
  });
});

describe('a SEPA code', () => {
  test('needs an IBAN that SEPA reaches, with the BIC outside the EEA', () => {
    expect(sepaLines({ iban: null })).toBeUndefined();
    expect(sepaLines({ iban: 'AE070331234567890123456' })).toBeUndefined();
    expect(sepaLines({ iban: 'CH9300762011623852957', bic: null })).toBeUndefined();
    expect(sepaLines({ iban: 'CH9300762011623852957', bic: 'POFICHBE' })?.[4]).toBe('POFICHBE');
    expect(sepaLines({ bic: null })?.[4]).toBe('');
  });

  test('is for one cent up to 999,999,999.99 euros', () => {
    expect(sepaLines({}, { amount: 1 })?.[7]).toBe('EUR0.01');
    expect(sepaLines({}, { amount: 99_999_999_999 })?.[7]).toBe('EUR999999999.99');
    expect(sepaLines({}, { amount: 100_000_000_000 })).toBeUndefined();
    expect(sepaLines({}, { amount: 0 })).toBeUndefined();
  });

  test('names the account’s holder on one line of at most 70 characters', () => {
    expect(sepaLines({ accountName: 'Lefèvre\nConseil' })?.[5]).toBe('Lefèvre Conseil');
    expect(sepaLines({ accountName: 'é'.repeat(120) })?.[5]).toBe('é'.repeat(70));
  });

  test('is left out if it would have more than the 331 bytes that readers accept', () => {
    expect(sepaLines({ accountName: '𠮷'.repeat(70) })).toBeUndefined();
  });
});

describe('a UPI code', () => {
  test('encodes spaces and other scripts as a URL does', () => {
    expect(paymentCode({ ...indian, accountName: 'गंगा & Co' }, rupees)?.payload).toBe(
      `upi://pay?pa=mehtarao@hdfcbank&pn=${encodeURIComponent('गंगा')}%20%26%20Co&tr=F20260118&tn=F2026-0118&am=3379.24&cu=INR`,
    );
  });

  test('needs rupees and a UPI id', () => {
    expect(paymentCode(indian, due)).toBeNull();
    expect(paymentCode(french, rupees)).toBeNull();
  });
});
