import { minor } from '@daybook/contracts/money/money';
import type { PrintedInvoice } from '../../src/pdf/printed-invoice.ts';
import type { Addressee } from '../../src/pdf/sheet.ts';
import { chineseIssuer, frenchIssuer, indianIssuer, japaneseIssuer } from './printed-issuers.ts';

type Line = PrintedInvoice['lines'][number];

export const client = (
  name: string,
  country: string,
  lines: string[],
  more: Partial<Addressee> = {},
): Addressee => ({
  name,
  country,
  lines,
  registrations: [],
  isPerson: false,
  ...more,
});

export const aLine = (description: string, amount: number, more: Partial<Line> = {}): Line => ({
  kind: 'fee',
  description,
  sacHsn: null,
  qty: '1',
  unit: 'C62',
  unitPrice: String(amount / 100),
  baseQty: '1',
  discountPct: null,
  discount: null,
  charge: null,
  category: 'S',
  rate: '20',
  amount: minor(amount),
  ...more,
});

const common = {
  docKind: 'tax_invoice',
  isVoid: false,
  supplyDate: null,
  serviceFrom: null,
  serviceTo: null,
  poNo: null,
  placeOfSupply: null,
  reverseCharge: false,
  pricesIncludeTax: false,
  discountPct: null,
  rounding: minor(0),
  prepaid: minor(0),
  terms: null,
  notes: null,
  adjustments: [],
} satisfies Partial<PrintedInvoice>;

export const indianInvoice: PrintedInvoice = {
  ...common,
  docLocale: 'en',
  currency: 'INR',
  issuer: indianIssuer,
  billTo: client(
    'Ganga Textiles गंगा टेक्सटाइल्स Pvt Ltd',
    'IN',
    ['221 Linking Road, Bandra West', '400050 Mumbai'],
    {
      registrations: [{ scheme: 'IN:GSTIN', value: '27AABCG1234H1Z5' }],
    },
  ),
  number: 'MR/26-27/00042',
  issueDate: '2026-10-05',
  dueDate: '2026-11-04',
  serviceFrom: '2026-07-01',
  serviceTo: '2026-09-30',
  poNo: 'PO-7781',
  placeOfSupply: '27',
  lines: [
    aLine('Statutory audit, second quarter of FY 2026-27', 12500000, { sacHsn: '998221', rate: '18' }),
    aLine('GST returns GSTR-1 and GSTR-3B, July to September', 1350000, {
      sacHsn: '998232',
      rate: '18',
      qty: '3',
      unit: 'MON',
      unitPrice: '5000',
      discountPct: '10',
    }),
    aLine('Advice on transfer pricing documentation', 3937550, {
      sacHsn: '998231',
      rate: '18',
      qty: '8.75',
      unit: 'HUR',
      unitPrice: '4500.0571',
    }),
  ],
  taxGroups: [
    {
      category: 'S',
      rate: '18',
      net: minor(17787550),
      tax: minor(3201760),
      components: [
        { name: 'CGST', tax: minor(1600880) },
        { name: 'SGST', tax: minor(1600880) },
      ],
    },
  ],
  net: minor(17787550),
  tax: minor(3201760),
  rounding: minor(-10),
  total: minor(20989300),
  payable: minor(20989300),
  outstanding: minor(20989300),
  terms:
    'Due within 30 days. Interest at 18% a year on late payment.\nPlease quote the invoice number when you pay.',
  notes: 'Thank you for your trust.',
};

export const japaneseInvoice: PrintedInvoice = {
  ...common,
  docLocale: 'ja',
  currency: 'JPY',
  issuer: japaneseIssuer,
  billTo: client('直井製作所株式会社', 'JP', ['江坂町1-2-3', '564-0063 大阪府吹田市']),
  number: 'INV-2026-0315',
  issueDate: '2026-10-31',
  dueDate: '2026-11-30',
  supplyDate: '2026-10-31',
  lines: [
    aLine('月次顧問料（2026年10月分）', 50000, { unitPrice: '50000', rate: '10' }),
    aLine('決算業務サポート', 84000, { qty: '7', unit: 'HUR', unitPrice: '12000', rate: '10' }),
    aLine('会議用茶菓（骨董通り店）', 3240, { qty: '3', unitPrice: '1080', rate: '8' }),
  ],
  taxGroups: [
    {
      category: 'S',
      rate: '10',
      net: minor(134000),
      tax: minor(13400),
      components: [{ name: 'JCT', tax: minor(13400) }],
    },
    {
      category: 'S',
      rate: '8',
      net: minor(3240),
      tax: minor(259),
      components: [{ name: 'JCT', tax: minor(259) }],
    },
  ],
  net: minor(137240),
  tax: minor(13659),
  total: minor(150899),
  payable: minor(150899),
  outstanding: minor(150899),
  notes: '振込手数料は貴社にてご負担ください。',
};

export const frenchInvoice: PrintedInvoice = {
  ...common,
  docLocale: 'fr',
  currency: 'EUR',
  issuer: frenchIssuer,
  billTo: client('Société Générale de Café 山田 שלום', 'BE', ['Avenue Louise 54', '1050 Bruxelles'], {
    registrations: [{ scheme: 'EU:VAT', value: 'BE0428759497' }],
  }),
  number: 'F2026-0118',
  issueDate: '2026-10-01',
  dueDate: '2026-10-31',
  discountPct: '5',
  lines: [
    aLine('Tenue de comptabilité, 3e trimestre', 240000),
    aLine('Conseil fiscal « intégration »', 93750, { qty: '6.25', unit: 'HUR', unitPrice: '150' }),
    aLine('Formation professionnelle', 50000, { category: 'E', rate: '0' }),
    aLine('Droits de greffe', 6950, { kind: 'disbursement', category: 'O', rate: '0' }),
  ],
  adjustments: [{ kind: 'charge', reason: 'Frais de dossier', amount: minor(2500) }],
  taxGroups: [
    {
      category: 'S',
      rate: '20',
      net: minor(319562),
      tax: minor(63912),
      components: [{ name: 'VAT', tax: minor(63912) }],
    },
    {
      category: 'E',
      rate: '0',
      net: minor(47500),
      tax: minor(0),
      components: [{ name: 'VAT', tax: minor(0) }],
    },
    {
      category: 'O',
      rate: '0',
      net: minor(6950),
      tax: minor(0),
      components: [{ name: 'VAT', tax: minor(0) }],
    },
  ],
  net: minor(374012),
  tax: minor(63912),
  total: minor(437924),
  prepaid: minor(100000),
  payable: minor(337924),
  outstanding: minor(337924),
  terms:
    'Pénalités de retard : trois fois le taux d’intérêt légal. Indemnité forfaitaire pour frais de recouvrement : 40 €.',
};

export const chineseInvoice: PrintedInvoice = {
  ...common,
  docLocale: 'zh',
  currency: 'CNY',
  issuer: chineseIssuer,
  billTo: client('北京直通科技有限公司 (さくら合作)', 'CN', ['中关村大街1号', '100080 北京市海淀区'], {
    registrations: [{ scheme: 'CN:USCC', value: '91110108MA01ABCD2X' }],
  }),
  number: 'ZD-2026-0077',
  issueDate: '2026-09-30',
  dueDate: '2026-10-30',
  serviceFrom: '2026-09-01',
  serviceTo: '2026-09-30',
  lines: [
    aLine('2026年9月代理记账服务', 300000, { rate: '6' }),
    aLine('年度审计（首期）', 8000000, { rate: '6' }),
    aLine('税务咨询', 320000, { qty: '4', unit: 'HUR', unitPrice: '800', rate: '6' }),
  ],
  taxGroups: [
    {
      category: 'S',
      rate: '6',
      net: minor(8620000),
      tax: minor(517200),
      components: [{ name: 'VAT', tax: minor(517200) }],
    },
  ],
  net: minor(8620000),
  tax: minor(517200),
  total: minor(9137200),
  payable: minor(9137200),
  outstanding: minor(9137200),
  notes: '如有疑问，请于收到账单后五个工作日内与我们联系。',
};
