import { minor } from '@daybook/contracts/money/money';
import { pdfPages, withoutSpace } from '../../test/files/pdf-pages.ts';
import { indianIssuer, japaneseIssuer } from '../../test/files/printed-issuers.ts';
import { client } from '../../test/files/printed-samples.ts';
import { receiptPdf, type PrintedReceipt } from './receipt-pdf.ts';
import { endPrinting } from './print-pdf.ts';

afterAll(endPrinting);

const receipt: PrintedReceipt = {
  docLocale: 'en',
  currency: 'INR',
  issuer: indianIssuer,
  receivedFrom: client('Ganga Textiles गंगा Pvt Ltd', 'IN', ['400050 Mumbai']),
  number: 'RC/26-27/0007',
  voucherKind: 'receipt',
  advance: null,
  status: 'posted',
  receiptDate: '2026-11-02',
  mode: 'cheque',
  instrumentNo: '004512',
  instrumentBank: 'State Bank of India',
  instrumentDate: '2026-11-01',
  reference: null,
  withholdingSection: '194J',
  amount: minor(19000000),
  withheld: minor(1778755),
  bankCharge: minor(0),
  refunds: [],
  unallocated: minor(689455),
  narration: 'Against the audit of the second quarter',
  allocations: [
    {
      document: 'MR/26-27/00042',
      date: '2026-11-02',
      amount: 20089300,
      withheldPart: 1778755,
      withheldBy: { section: '194J', base: minor(17787550), rate: '10' },
      writtenOff: 0,
    },
  ],
};

const textOf = async (one: PrintedReceipt): Promise<string> => pdfPages(await receiptPdf(one))[0]?.text ?? '';

describe('a receipt', () => {
  test('shows what was received, what was withheld, what it settles and what remains', async () => {
    const text = await textOf(receipt);
    for (const part of [
      'RC/26-27/0007',
      'ग',
      '₹1,90,000.00',
      'Rupees one lakh ninety thousand only',
      'Tax withheld (194J)',
      '₹17,787.55',
      'MR/26-27/00042 194J · 10% of ₹1,77,875.50',
      'MR/26-27/00042',
      '2,00,893.00',
      'Held as advance',
      '6,894.55',
      '₹2,07,787.55',
      '004512 – State Bank of India',
    ])
      expect(text).toContain(withoutSpace(part));
  });

  test('shows the amount received in words right below the figure', async () => {
    const text = await textOf(receipt);
    const places = ['₹1,90,000.00Amountinwords', 'onlyTaxwithheld', 'Totalsettled'].map((part) =>
      text.lastIndexOf(part),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('shows the tax, the place of supply and the refund of an advance, and the write-off of an invoice', async () => {
    const text = await textOf({
      ...receipt,
      number: 'ADV/26-27/0001',
      voucherKind: 'advance_voucher',
      amount: minor(70_799),
      withheld: minor(0),
      unallocated: minor(47_200),
      allocations: [
        {
          document: 'MR/26-27/00042',
          date: '2026-11-02',
          amount: 11_799,
          withheldPart: 0,
          withheldBy: null,
          writtenOff: 1,
        },
      ],
      refunds: [
        {
          id: '',
          date: '2026-11-20',
          amount: minor(11_800),
          mode: 'bank',
          reference: null,
          bankAccount: null,
          fxRate: '1',
          amountInBase: minor(11_800),
          exchangeGain: minor(0),
          reversedOn: null,
          number: 'RFV/26-27/0003',
        },
      ],
      advance: {
        taxCode: { id: '', label: 'GST 18 %' },
        category: 'S',
        ratePct: '18',
        placeOfSupply: '27',
        taken: {
          gross: minor(59_000),
          net: minor(50_000),
          tax: minor(9_000),
          components: [
            { name: 'CGST', tax: minor(4_500) },
            { name: 'SGST', tax: minor(4_500) },
          ],
        },
        left: { gross: minor(47_200), net: minor(40_000), tax: minor(7_200), components: [] },
      },
    });
    for (const part of [
      'Advance receipt voucher',
      'ADV/26-27/0001',
      'Place of supply',
      '27 Maharashtra',
      'CGST',
      '18%',
      '500.00',
      '45.00',
      '590.00',
      'Refunded RFV/26-27/0003',
      'Written off',
      '0.01',
      '472.00',
    ])
      expect(text).toContain(withoutSpace(part));
  });

  test('in another currency shows its rate and the amounts in the books', async () => {
    const exchange = { fxRate: '84.5', baseCurrency: 'INR' };
    const inBase = {
      amount: minor(1_605_500_000),
      withheld: minor(150_304_797),
      bankCharge: minor(0),
    };
    const foreign = { ...receipt, currency: 'USD', exchange };
    const text = await textOf({ ...foreign, inBase, advanceTaxInBase: new Map([['IGST', 9_000]]) });
    for (const part of [
      'At 1 USD = 84.5 INR',
      'IGST (INR) ₹90.00',
      'Amount received (INR) ₹1,60,55,000.00',
      'Tax withheld (194J) (INR) ₹15,03,047.97',
      'Total settled (INR) ₹1,75,58,047.97',
    ])
      expect(text).toContain(withoutSpace(part));
    expect(await textOf(foreign)).not.toContain('(INR)');
  });

  test('can be printed in Japanese', async () => {
    const text = await textOf({
      ...receipt,
      docLocale: 'ja',
      currency: 'JPY',
      issuer: japaneseIssuer,
      receivedFrom: client('山田花子', 'JP', ['大阪府吹田市'], { isPerson: true }),
      mode: 'bank',
    });
    for (const part of [
      '領収書',
      '194J · ¥17,787,550 の 10%',
      '山田花子 様',
      '¥19,000,000',
      '千九百万円',
      '銀行振込',
    ])
      expect(text).toContain(withoutSpace(part));
  });

  test('shows that its cheque bounced, without thanks and without the table of what it settled', async () => {
    const text = await textOf({ ...receipt, status: 'bounced', allocations: [], unallocated: minor(0) });
    expect(text).toContain('BOUNCED');
    expect(text).not.toContain('thanks');
    expect(text).not.toContain('Document');
    expect(text).toContain('₹2,07,787.55');
  });
});
