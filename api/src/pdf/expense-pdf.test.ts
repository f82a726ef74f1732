import { languages } from '@daybook/contracts/fields';
import { minor } from '@daybook/contracts/money/money';
import { pdfPages, withoutSpace } from '../../test/files/pdf-pages.ts';
import { indianIssuer, japaneseIssuer } from '../../test/files/printed-issuers.ts';
import { expensePdf, type PrintedExpense } from './expense-pdf.ts';
import { endPrinting } from './print-pdf.ts';

afterAll(endPrinting);

const expense: PrintedExpense = {
  docLocale: 'en',
  currency: 'INR',
  issuer: indianIssuer,
  number: 'EXP/26-27/0003',
  expenseDate: '2026-11-02',
  category: { id: '', label: 'Travel' },
  description: 'Taxi to Ganga Textiles गंगा',
  supplier: 'Meru Cabs',
  supplierTaxId: '27AAPFU0939F1ZV',
  reference: 'T-881',
  claimant: { id: '', label: 'Rohan Mehta' },
  client: { id: '', label: 'Ganga Textiles' },
  paidBy: 'person',
  net: minor(80_000),
  tax: minor(4_000),
  gross: minor(84_000),
  approval: { by: 'Priya Nair', at: '2026-11-04T09:00:00Z', postedOn: '2026-11-04' },
  reimbursement: null,
  reversal: null,
};

const textOf = async (one: PrintedExpense): Promise<string> => pdfPages(await expensePdf(one))[0]?.text ?? '';

describe('an expense voucher', () => {
  it('shows what was spent on what, by whom, and who approved it', async () => {
    const text = await textOf(expense);
    for (const part of [
      'Expense Voucher',
      'EXP/26-27/0003',
      'Rohan Mehta',
      'Meru Cabs',
      '27AAPFU0939F1ZV',
      'T-881',
      'Ganga Textiles',
      '₹800.00',
      '₹40.00',
      '₹840.00',
      'Rupees eight hundred and forty only',
      'Priya Nair',
    ])
      expect(text).toContain(withoutSpace(part));
    expect(text).not.toContain('Reimbursed');
  });

  it('names the payee when the firm paid', async () => {
    const text = await textOf({ ...expense, paidBy: 'bank', tax: minor(0), net: minor(84_000) });
    for (const part of ['Payment Voucher', 'Paid to', 'Meru Cabs'])
      expect(text).toContain(withoutSpace(part));
    expect(text).not.toContain('RohanMehta');
  });

  it('shows when the person was reimbursed, in Japanese', async () => {
    const text = await textOf({
      ...expense,
      docLocale: 'ja',
      currency: 'JPY',
      issuer: japaneseIssuer,
      claimant: { id: '', label: '山本 葵' },
      reimbursement: { by: 'Priya Nair', on: '2026-11-09', from: 'bank', voucher: null },
    });
    for (const part of ['経費精算書', '山本 葵 様', '¥84,000', '2026年11月9日'])
      expect(text).toContain(withoutSpace(part));
  });

  it('shows across the page that it was reversed', async () => {
    expect(
      await textOf({ ...expense, reversal: { by: 'Priya Nair', on: '2026-11-05', reason: 'Twice' } }),
    ).toContain('REVERSED');
  });

  it.each(languages)('is one page in %s', async (docLocale) => {
    expect(pdfPages(await expensePdf({ ...expense, docLocale }))).toHaveLength(1);
  });
});
