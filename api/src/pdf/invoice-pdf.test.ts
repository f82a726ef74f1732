import { minor } from '@daybook/contracts/money/money';
import { pdfPages, withoutSpace } from '../../test/files/pdf-pages.ts';
import {
  aLine,
  chineseInvoice,
  frenchInvoice,
  indianInvoice,
  japaneseInvoice,
} from '../../test/files/printed-samples.ts';
import { invoicePdf } from './invoice-pdf.ts';
import type { PrintedInvoice } from './printed-invoice.ts';
import { endPrinting } from './print-pdf.ts';

afterAll(endPrinting);

const printed = async (invoice: PrintedInvoice) => pdfPages(await invoicePdf(invoice));

const textOf = async (invoice: PrintedInvoice): Promise<string> =>
  (await printed(invoice)).map(({ text }) => text).join('');

const fontsOf = async (invoice: PrintedInvoice): Promise<string> =>
  (await printed(invoice)).flatMap(({ fonts }) => fonts).join(' ');

const isPdfA = (file: Uint8Array): boolean => Buffer.from(file).includes('pdfaid:part>3<');

// One pixel.
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const imagesWith = async (bytes: Uint8Array | null) =>
  (await printed({ ...indianInvoice, issuer: { ...indianInvoice.issuer, logo: bytes } }))[0]?.images;

describe('an invoice', () => {
  it.each([
    ['the option for the invoice in France', { ...frenchInvoice, taxDue: 'invoice' }, true],
    ['nothing about payment, which is the rule there', { ...frenchInvoice, taxDue: 'payment' }, false],
    ['nothing where it charges no tax', { ...frenchInvoice, taxDue: 'invoice', tax: minor(0) }, false],
    ['nothing as a proforma', frenchInvoice, false],
  ] as const)('mentions when its tax falls due as the law asks: %s', async (_what, invoice, isMentioned) => {
    const mention = withoutSpace('Option pour le paiement de la taxe d’après les débits');
    expect(withoutSpace(await textOf(invoice)).includes(mention)).toBe(isMentioned);
  });

  test.each([
    [
      'en',
      indianInvoice,
      [
        'Tax Invoice',
        'MR/26-27/00042',
        '₹2,09,893.00',
        'ग',
        'CGST 9%',
        '₹16,008.80',
        '-₹0.10',
        'Rupees two lakh nine thousand',
      ],
    ],
    [
      'ja',
      japaneseInvoice,
      [
        '請求書',
        'INV-2026-0315',
        '¥150,899',
        '直井製作所株式会社 御中',
        'T7000012050002',
        '※',
        '十五万八百九十九円',
      ],
    ],
    [
      'fr',
      frenchInvoice,
      [
        'Facture',
        'F2026-0118',
        '3 379,24 €',
        '山田',
        'שלום',
        'Remise 5 %',
        '-191,88 €',
        'vingt-quatre centimes',
      ],
    ],
    [
      'zh',
      chineseInvoice,
      [
        '账单',
        'ZD-2026-0077',
        '¥91,372.00',
        '北京直通科技有限公司',
        'さくら',
        '价税合计',
        '玖万壹仟叁佰柒拾贰圆整',
      ],
    ],
  ])('holds number, names and amounts in %s', async (_, invoice, expected) => {
    const text = await textOf(invoice);
    for (const part of expected) expect(text).toContain(withoutSpace(part));
  });

  test('is PDF/A-3, and the same bytes for the same data', async () => {
    const file = await invoicePdf(japaneseInvoice);
    expect(Buffer.from(file).subarray(0, 5).toString()).toBe('%PDF-');
    expect(isPdfA(file)).toBe(true);
    expect(await invoicePdf(japaneseInvoice)).toEqual(file);
  });

  test('prints Han characters in the shapes of its reader’s language', async () => {
    expect(await fontsOf(japaneseInvoice)).not.toContain('NotoSansSC');
    expect(await fontsOf(chineseInvoice)).toContain('NotoSansSC');
  });

  test('shows markup in a name as plain text', async () => {
    const name = '#panic("x") ] $ *bold* \\n <label> @ref //';
    const text = await textOf({ ...frenchInvoice, billTo: { ...frenchInvoice.billTo, name } });
    expect(text).toContain(withoutSpace(name));
  });

  test('prints characters that none of its fonts has, but then not as PDF/A', async () => {
    const file = await invoicePdf({ ...frenchInvoice, notes: 'Merci \u{1F600}' });
    expect(isPdfA(file)).toBe(false);
    expect(pdfPages(file)[0]?.text).toContain('Merci');
  });

  test('repeats the header of its table, and ends with the totals', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => aLine(`Service no. ${index + 1}.`, 1000));
    const pages = await printed({ ...frenchInvoice, lines });
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, { text }] of pages.entries()) {
      expect(text).toContain('Désignation');
      expect(text).toContain(`Page${index + 1}sur${pages.length}`);
    }
    expect(pages.at(-1)?.text).toMatch(/Serviceno\.60\..*Netàpayer/);
  });

  // 18 lines and the totals fill a page; 28 lines fill it without them.
  test.each([18, 19, 28, 29])('keeps the totals with the last of %i lines', async (count) => {
    const lines = Array.from({ length: count }, (_, index) => aLine(`Service no. ${index + 1}.`, 1000));
    const pages = await printed({ ...indianInvoice, lines, terms: null, notes: null });
    const closing = pages.findIndex(({ text }) => text.includes('CGST'));
    expect(closing).toBe(count < 19 ? 0 : 1);
    expect(pages[closing]?.text).toContain(`Serviceno.${count}.`);
  });

  test('continues a line that is longer than a page on the next pages', async () => {
    const pages = await printed({ ...frenchInvoice, lines: [aLine('mot\n'.repeat(250), 1000)] });
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.map(({ text }) => text.split('mot').length - 1).reduce((a, b) => a + b)).toBe(250);
  });

  test('shows that it is a draft or void', async () => {
    expect(await textOf({ ...frenchInvoice, number: null })).toContain('BROUILLON');
    expect(await textOf({ ...indianInvoice, isVoid: true })).toContain('VOID');
    expect(await textOf(indianInvoice)).not.toContain('VOID');
  });

  test.each([
    ['en', indianInvoice, 'Tax to be withheld on payment: ₹1,000.00 (194J · 10% of ₹10,000.00).'],
    ['zh', chineseInvoice, '付款时应代扣税款：¥1,000.00（194J · ¥10,000.00 的 10%）。'],
    [
      'fr',
      frenchInvoice,
      'Retenue à la source à opérer au paiement : 1 000,00 € (194J · 10 % de 10 000,00 €).',
    ],
    ['ja', japaneseInvoice, 'お支払時の源泉徴収税額：¥100,000（194J · ¥1,000,000 の 10%）。'],
  ])('says in %s what is to be withheld, also as a proforma', async (_language, invoice, notice) => {
    const withheld = {
      withheldExpected: minor(100_000),
      withheldBy: { section: '194J', base: minor(1_000_000), rate: '10' },
    };
    const text = await textOf({ ...invoice, ...withheld, proforma: { validUntil: '2026-12-31' } });
    expect(text).toContain(withoutSpace(notice));
    expect(await textOf({ ...invoice, ...withheld, withheldExpected: minor(0) })).not.toContain('194J');
  });

  test.each([
    ['en', indianInvoice, ['At 1 USD = 84.125 INR', 'Net (INR) ₹1,000.00', 'Tax (INR) ₹200.00']],
    ['fr', frenchInvoice, ['Au cours de 1 USD = 84,125 EUR', 'TVA (EUR) 200,00 €', 'TTC (EUR) 1 200,00 €']],
    ['ja', japaneseInvoice, ['換算レート 1 USD = 84.125 JPY', '税込合計 (JPY) ¥120,000']],
    ['zh', chineseInvoice, ['按汇率 1 USD = 84.125 CNY 折算', '价税合计 (CNY) ¥1,200.00']],
  ])('says in %s what it comes to in the currency of the books', async (_language, invoice, said) => {
    const { currency: baseCurrency } = invoice;
    const foreign = { ...invoice, currency: 'USD', exchange: { fxRate: '84.125', baseCurrency } };
    const inBase = { net: minor(100_000), tax: minor(20_000), rounding: minor(0), total: minor(120_000) };
    const text = await textOf({ ...foreign, inBase });
    expect(said.filter((part) => !text.includes(withoutSpace(part)))).toEqual([]);
    const draft = await textOf({ ...foreign, inBase: null });
    expect(draft).toContain(withoutSpace(said[0] ?? ''));
    expect(draft).not.toContain(`(${baseCurrency})`);
  });

  test('with several rates shows the tax of each in the currency of the books', async () => {
    const exchange = { fxRate: '150', baseCurrency: 'JPY' };
    const inBase = { net: minor(100_000), tax: minor(9_001), rounding: minor(-1), total: minor(109_000) };
    const text = await textOf({ ...japaneseInvoice, currency: 'USD', exchange, inBase });
    const taxes = [...text.matchAll(/消費税(?:10|8)%\(JPY\)¥([\d,]+)/g)].map(([, tax]) =>
      Number(tax?.replace(',', '')),
    );
    expect(taxes).toHaveLength(2);
    expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(9_001);
    expect(text).toContain('端数調整(JPY)-¥1');
  });

  test('shows no tax on a bill of supply and no bank account on a credit note', async () => {
    const supply = await textOf({
      ...indianInvoice,
      docKind: 'bill_of_supply',
      taxGroups: [],
      tax: minor(0),
    });
    expect(supply).toContain('BillofSupply');
    expect(supply).not.toMatch(/CGST|18%Amount|Tax\b/);
    const credit = await textOf({ ...indianInvoice, docKind: 'credit_note', dueDate: null });
    expect(credit).toContain('CreditNote');
    expect(credit).not.toContain('HDFC');
  });

  test('shows its logo, if it has one', async () => {
    expect(await imagesWith(logo)).toBe(1);
    expect(await imagesWith(null)).toBe(0);
  });

  test('is printed even if its logo is broken', async () => {
    expect(await imagesWith(logo.subarray(0, 45))).toBe(0);
  });

  it('wraps text longer than any word, and a copy of it is complete', async () => {
    const word = 'W'.repeat(120);
    const lines = [aLine(word, 240_000), ...frenchInvoice.lines];
    const [page] = await printed({ ...frenchInvoice, poNo: 'W'.repeat(52), lines });
    const marginOfA4 = ((210 - 18) / 25.4) * 72;
    expect(page?.right).toBeLessThan(marginOfA4 + 1);
    expect(page?.text).toContain(word);
  });
});
