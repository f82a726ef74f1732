import { siren } from './tax-numbers.ts';

/** A firm for the file: what its cells may name. */
export interface ImportFirm {
  crm: string;
  manager: string;
  entity: string;
  department: string;
}

const columns = [
  'Code',
  'Name',
  'Kind',
  'Tax treatment',
  'Relationship manager',
  'Manager',
  'Departments',
  'Billing entity',
  'Currency',
  'Payment terms (days)',
  'Credit limit',
  'Work is billable',
  'Contact 1: Name',
  'E-mail',
  'Phone',
  'Street',
  'Postal code',
  'City',
  'Country',
  'SIREN',
  'Group',
  'Tags',
  'Package',
] as const;
type Column = (typeof columns)[number];
type Cells = Record<Column, string>;

const goodRow = (no: number, { crm, manager, entity, department }: ImportFirm): Cells => ({
  Code: `K${no}`,
  Name: `Client number ${no}`,
  Kind: no % 2 === 0 ? 'Company' : 'individual',
  'Tax treatment': 'Consumer',
  'Relationship manager': crm,
  Manager: manager,
  Departments: department,
  'Billing entity': entity,
  Currency: 'EUR',
  'Payment terms (days)': '45',
  'Credit limit': '1234.5',
  'Work is billable': 'yes',
  'Contact 1: Name': `Contact ${no}`,
  'E-mail': `contact${no}@client.example`,
  Phone: `06 12 ${String(34_000_000 + no).slice(2, 4)} ${String(34_000_000 + no).slice(4, 6)} ${String(34_000_000 + no).slice(6)}`,
  Street: `${no} rue de la Paix`,
  'Postal code': '75002',
  City: 'Paris',
  Country: 'FR',
  SIREN: siren(no),
  Group: no % 50 === 0 ? 'Holding' : '',
  Tags: 'a, b',
  Package: '',
});

export interface Fault {
  cells: Partial<Cells>;
  field: string;
  code: string;
}

/** Each kind of fault: the cells that make it, and the field and code that the dry run must say. */
export const faults: readonly Fault[] = [
  { cells: { Name: '' }, field: 'name', code: 'REQUIRED' },
  { cells: { Name: 'x'.repeat(201) }, field: 'name', code: 'TOO_LONG' },
  { cells: { Kind: 'Spaceship' }, field: 'kind', code: 'NOT_A_CHOICE' },
  { cells: { 'Tax treatment': 'Unheard of' }, field: 'taxTreatment', code: 'NOT_A_CHOICE' },
  { cells: { 'Relationship manager': 'Nobody Known' }, field: 'crm', code: 'REFERENCE_UNKNOWN' },
  { cells: { Manager: 'Nobody Known' }, field: 'manager', code: 'REFERENCE_UNKNOWN' },
  { cells: { Departments: 'Astrology' }, field: 'departments', code: 'REFERENCE_UNKNOWN' },
  { cells: { 'Billing entity': 'Other Firm' }, field: 'defaultEntity', code: 'REFERENCE_UNKNOWN' },
  { cells: { Currency: 'XXX' }, field: 'currency', code: 'CURRENCY_UNKNOWN' },
  { cells: { 'Payment terms (days)': '400' }, field: 'paymentTermsDays', code: 'TOO_BIG' },
  { cells: { 'Payment terms (days)': 'soon' }, field: 'paymentTermsDays', code: 'WRONG_FORMAT' },
  { cells: { 'Credit limit': 'a lot' }, field: 'creditLimit', code: 'AMOUNT_FORMAT' },
  { cells: { 'Work is billable': 'perhaps' }, field: 'billable', code: 'YES_NO' },
  { cells: { 'E-mail': 'not an address' }, field: 'contact1.email', code: 'EMAIL_INVALID' },
  { cells: { Phone: '12' }, field: 'contact1.phone', code: 'PHONE_E164' },
  { cells: { 'E-mail': '', Phone: '' }, field: 'contact1.email', code: 'EMAIL_OR_PHONE' },
  { cells: { 'Postal code': '7500' }, field: 'address1.postal', code: 'POSTAL_CODE' },
  { cells: { SIREN: '12' }, field: 'registration.FR:SIREN', code: 'TAX_ID_CHECKSUM' },
  { cells: { Code: 'K1' }, field: 'code', code: 'TWICE' },
  { cells: { Package: 'Gold' }, field: 'package', code: 'REFERENCE_UNKNOWN' },
  { cells: { City: '#REF!' }, field: 'address1.city', code: 'CELL_ERROR' },
];

export interface ImportFile {
  rows: string[][];
  /** The faults by the number of the row in the file. */
  expected: Map<number, { field: string; code: string }>;
}

/** A file of so many rows, of which so many have one fault each, spread over the file and over the kinds of faults. */
export function importFile(rows: number, faulty: number, firm: ImportFirm): ImportFile {
  const step = Math.floor((rows - 2) / Math.max(1, faulty));
  const expected: ImportFile['expected'] = new Map();
  const body = Array.from({ length: rows }, (_none, index) => {
    const cells = goodRow(index + 1, firm);
    const at = index - 2;
    const fault =
      at >= 0 && at % step === 0 && at / step < faulty ? faults[(at / step) % faults.length] : undefined;
    if (fault) {
      // The headings are the first row.
      expected.set(index + 2, { field: fault.field, code: fault.code });
      Object.assign(cells, fault.cells);
    }
    return columns.map((column) => cells[column]);
  });
  return { rows: [[...columns], ...body], expected };
}

export const asCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(
    rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  );
