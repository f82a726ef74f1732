import { minor } from '@daybook/contracts/money/money';
import type { BillingEntity } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { defaultNumberFormats } from '@daybook/contracts/settings/billing-entities/number-formats';

/** A billing entity that has issued invoices. */
export const mumbaiOffice: BillingEntity = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  version: 3,
  name: 'Mumbai office',
  legalName: 'Daybook LLP',
  country: 'IN',
  baseCurrency: 'INR',
  fyStart: '04-01',
  timezone: 'Asia/Kolkata',
  regime: 'IN',
  taxStatus: 'registered',
  address: { line1: 'MG Road 1', line2: null, city: 'Mumbai', regionCode: 'IN-MH', postal: '400001' },
  registrations: [{ scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV', region: null }],
  bankAccounts: [],
  numberFormats: defaultNumberFormats().map((format) => ({
    ...format,
    hasNumbers: format.docKind === 'tax_invoice',
  })),
  hasLogo: false,
  active: true,
  roundTotalTo: 0,
  roundingMode: 'document_rate',
  roundingDir: 'half_up',
  roundingFrom: null,
  paymentTermsDays: 30,
  defaultTerms: null,
  footer: null,
  docLocale: 'en',
  chronology: 'warn',
  invoiceApproval: false,
  creditLimit: 'warn',
  expenseFileLimit: null,
  writeOffLimit: minor(0),
  keepsStaffCash: false,
  certificateDays: 75,
  staffCashLimit: null,
  taxDue: 'invoice',
  taxDueChanges: [],
};
