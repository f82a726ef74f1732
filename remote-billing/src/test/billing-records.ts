import type { Invoice, InvoiceBasis } from '@daybook/contracts/billing/invoices/invoice-record';
import { minor } from '@daybook/contracts/money/money';
import type { Receipt, receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type { LookupKind, LookupRow } from '@daybook/contracts/lookups';

type OpenInvoice = OutputOf<typeof receipts.openInvoices>[number];

// The records that the tests of this package use.

export const idOf = (no: number): string => `018f2b1c-0000-7000-8000-${String(no).padStart(12, '0')}`;

export const entity = { id: idOf(100), label: 'Daybook Paris' };
export const client = { id: idOf(200), label: 'Acme SARL' };
export const vat20 = { id: idOf(300), label: 'VAT 20 %' };
export const vat55 = { id: idOf(301), label: 'VAT 5.5 %' };
export const audit: LookupRow = {
  id: idOf(400),
  label: 'Audit',
  more: { price: 20_000, currency: 'EUR', unit: 'HUR', sacHsn: null, taxCodeId: vat20.id },
};

const vat = (ratePct: string) => ({
  category: 'S' as const,
  ratePct,
  components: [{ name: 'VAT', share: 1 }],
});

export const basis: InvoiceBasis = {
  docKind: 'tax_invoice',
  currency: 'EUR',
  baseCurrency: 'EUR',
  docLocale: 'fr',
  dueDate: '2026-12-20',
  placeOfSupply: null,
  rounding: 'document_rate',
  roundingDir: 'half_up',
  roundTotalTo: minor(0),
  withholdingCodeId: null,
  withholdingRate: null,
  withholdingCodes: [],
  terms: 'Thirty days',
  taxCodes: [
    { ...vat20, code: 'FR20', treatment: vat('20') },
    { ...vat55, code: 'FR55', treatment: vat('5.5') },
  ],
  usualTaxCodeId: null,
  listsHours: false,
  advance: minor(0),
  advances: [],
  credit: null,
};

/** The rate is split equally into CGST and SGST. */
export const indianBasis: InvoiceBasis = {
  ...basis,
  currency: 'INR',
  baseCurrency: 'INR',
  placeOfSupply: '27',
  taxCodes: [
    {
      ...vat20,
      label: 'GST 18 %',
      code: 'GST18',
      treatment: {
        category: 'S',
        ratePct: '18',
        components: [
          { name: 'CGST', share: 1 },
          { name: 'SGST', share: 1 },
        ],
      },
    },
  ],
};

export const lookupRows = ({ kind, id }: { kind: LookupKind; id?: string | undefined }): LookupRow[] => {
  const rows: Partial<Record<LookupKind, LookupRow[]>> = {
    client: [{ ...client, more: { defaultEntityId: entity.id, currency: 'EUR' } }],
    billing_entity: [{ ...entity, more: { baseCurrency: 'EUR' } }],
    service: [audit],
    tax_code: [vat20, vat55].map((code) => ({ ...code, more: {} })),
    person: [{ id: idOf(500), label: 'Asha Rao', more: {} }],
  };
  return (rows[kind] ?? []).filter((row) => id === undefined || row.id === id);
};

const party = {
  name: client.label,
  lines: ['1 rue de la Paix', '75002 Paris'],
  country: 'FR',
  registrations: [],
};

export const draft: Invoice = {
  id: idOf(1),
  version: 1,
  number: '',
  status: 'draft',
  isOverdue: false,
  entity,
  client,
  issueDate: '2026-11-20',
  dueDate: '2026-12-20',
  currency: 'EUR',
  payable: minor(120_000),
  outstanding: minor(0),
  coveredBy: null,
  sentAt: null,
  docKind: 'tax_invoice',
  serviceFrom: null,
  serviceTo: null,
  supplyDate: null,
  fxRate: '1',
  baseCurrency: 'EUR',
  inBase: null,
  docLocale: 'fr',
  placeOfSupply: null,
  reverseCharge: false,
  poNo: null,
  pricesIncludeTax: false,
  listsHours: false,
  discountPct: null,
  discount: null,
  withholdingCode: null,
  withheldBy: null,
  withholdingRate: null,
  terms: null,
  notes: null,
  billTo: party,
  supplier: null,
  net: minor(100_000),
  tax: minor(20_000),
  rounding: minor(0),
  total: minor(120_000),
  advances: [],
  prepaid: minor(0),
  withheldExpected: minor(0),
  taxGroups: [
    {
      category: 'S',
      rate: '20',
      net: minor(100_000),
      tax: minor(20_000),
      components: [{ name: 'VAT', tax: minor(20_000) }],
    },
  ],
  paid: minor(0),
  issuedAt: null,
  creditLimitReason: null,
  void: null,
  lines: [
    {
      id: idOf(11),
      kind: 'fee',
      description: 'Audit 2026',
      service: null,
      department: null,
      ownDepartment: null,
      sacHsn: null,
      qty: '5',
      unit: 'HUR',
      unitPrice: '200',
      baseQty: '1',
      discountPct: null,
      discount: null,
      charge: null,
      taxCode: vat20,
      category: 'S',
      rate: '20',
      amount: minor(100_000),
      net: minor(100_000),
      tax: minor(20_000),
      pendingItemId: null,
    },
  ],
  adjustments: [],
  credited: minor(0),
  series: null,
  approval: { isNeeded: false, isOthers: true, steps: [] },
  settlements: [],
  reminders: 'on',
  remindersPausedUntil: null,
  clientErased: false,
  clientReminders: { reminders: 'on', remindersPausedUntil: null },
  writtenOff: minor(0),
  writeOffs: [],
};

export const issued: Invoice = {
  ...draft,
  version: 2,
  number: 'F-2026-0042',
  status: 'issued',
  outstanding: minor(120_000),
  supplier: { ...party, name: entity.label },
  issuedAt: '2026-11-20T10:00:00Z',
};

export const openInvoice = (no: number, outstanding: number, dueDate: string): OpenInvoice => ({
  id: idOf(no),
  number: `F-2026-${String(no).padStart(4, '0')}`,
  issueDate: '2026-10-01',
  dueDate,
  payable: minor(outstanding),
  outstanding: minor(outstanding),
  withheldExpected: minor(0),
  proposed: minor(0),
  client: null,
  fxRate: '1',
  writeOffLimit: minor(100),
  withholding: null,
});

export const receipt: Receipt = {
  id: idOf(600),
  version: 1,
  number: 'R-2026-0007',
  voucherKind: 'receipt',
  status: 'posted',
  entity,
  client,
  receiptDate: '2026-11-19',
  mode: 'bank',
  reference: 'SEPA 1',
  currency: 'EUR',
  amount: minor(150_000),
  withheld: minor(0),
  bankCharge: minor(0),
  allocated: minor(120_000),
  refunded: minor(0),
  unallocated: minor(30_000),
  fxRate: '1',
  baseCurrency: 'EUR',
  inBase: null,
  exchangeGain: minor(0),
  withholdingSection: null,
  instrumentNo: null,
  instrumentBank: null,
  instrumentDate: null,
  bankAccount: null,
  receivedBy: null,
  narration: null,
  docLocale: 'fr',
  clientErased: false,
  postedAt: '2026-11-19T10:00:00Z',
  reversal: null,
  depositedOn: null,
  clearedOn: null,
  againOf: null,
  depositedAgain: null,
  bounceCharge: null,
  advance: null,
  allocations: [
    {
      id: idOf(700),
      invoice: { id: issued.id, label: issued.number },
      client: null,
      date: '2026-11-20',
      amount: minor(120_000),
      withheldPart: minor(0),
      exchangeGain: minor(0),
      withheldBy: null,
      writtenOff: minor(0),
      reversedOn: null,
      mayUnallocate: true,
    },
  ],
  refunds: [],
  warnings: [],
};

export const pendingItem = (no: number, rest: Partial<PendingItem> = {}): PendingItem => ({
  id: idOf(no),
  version: 1,
  client,
  group: null,
  entity,
  kind: 'fee',
  source: 'task',
  sourceId: idOf(no + 1),
  service: { id: audit.id, label: audit.label },
  description: `Return ${no}`,
  currency: 'EUR',
  amount: minor(50_000),
  originalAmount: minor(50_000),
  reason: null,
  holdReason: null,
  qty: '1',
  taxCode: vat20,
  readyOn: '2026-11-01',
  status: 'open',
  invoiceId: null,
  ...rest,
});
