import { MasterHistory } from '../master-history.tsx';

const fields = {
  name: 'entity.name',
  legalName: 'entity.legalName',
  country: 'entity.country',
  baseCurrency: 'entity.baseCurrency',
  fyStart: 'entity.fyStart',
  timezone: 'entity.timezone',
  docLocale: 'entity.docLocale',
  regime: 'entity.regime',
  taxStatus: 'entity.taxStatus',
  taxDue: 'taxDue.label',
  registrations: 'entity.tax',
  bankAccounts: 'bank.title',
  'address.line1': 'address.line1',
  'address.line2': 'address.line2',
  'address.postal': 'address.postal',
  'address.city': 'address.city',
  'address.regionCode': 'address.region',
  roundTotalTo: 'terms.roundTotalTo',
  roundingMode: 'terms.roundingMode',
  roundingDir: 'terms.roundingDir',
  roundingFrom: 'terms.roundingFrom',
  chronology: 'terms.chronology',
  paymentTermsDays: 'terms.paymentTermsDays',
  defaultTerms: 'terms.defaultTerms',
  footer: 'terms.footer',
  invoiceApproval: 'terms.invoiceApproval',
  expenseFileLimit: 'terms.expenseFileLimit',
  keepsStaffCash: 'terms.keepsStaffCash',
  staffCashLimit: 'terms.staffCashLimit',
  certificateDays: 'terms.certificateDays',
  writeOffLimit: 'terms.writeOffLimit',
  creditLimit: 'terms.creditLimit',
  active: 'active',
};
const codes = {
  regime: 'regime',
  taxStatus: 'taxStatus',
  taxDue: 'taxDue',
  roundingMode: 'roundingMode',
  roundingDir: 'roundingDir',
  chronology: 'chronology',
  creditLimit: 'creditLimitRule',
};

/** Who changed the billing entity. */
export default function EntityHistory({ id }: { id: string }) {
  return <MasterHistory kind="billing_entity" id={id} fields={fields} codes={codes} />;
}
