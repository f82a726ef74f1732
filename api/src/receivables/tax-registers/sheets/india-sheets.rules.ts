import { negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { placeText } from '@daybook/contracts/money/place-of-supply';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import { indiaTable, isExport, isInterState, isSez } from './india-supplies.rules.ts';
import type { IndiaTable } from './india-supplies.rules.ts';
import { blank, column, documentOfRow, sheetOf, sayIn } from './sheet.ts';
import type { RegisterFacts, SheetColumn, SheetMakers } from './sheet.ts';
import { isZero, sumsBy, suppliesOf, taxOf, withoutVoided } from './tax-row-sums.rules.ts';

type Taxed = Pick<TaxRow, 'components' | 'net'>;

/** The rows of a table of the form. */
const inTable = (facts: RegisterFacts, ...tables: IndiaTable[]): TaxRow[] =>
  suppliesOf(withoutVoided(facts.rows)).filter((row) =>
    tables.includes(indiaTable(row, facts.entity.taxNumber)),
  );

export const taxColumns = <Item extends Taxed>(): SheetColumn<Item>[] => [
  column('taxableValue', 'money', ({ net }) => net),
  column('igst', 'money', (row) => taxOf(row, 'IGST')),
  column('cgst', 'money', (row) => taxOf(row, 'CGST')),
  column('sgst', 'money', (row) => taxOf(row, 'SGST', 'UTGST')),
  column('cess', 'money', () => 0),
];

const placeColumn = ({ language }: RegisterFacts) =>
  column<TaxRow>('place', 'text', ({ place }) => place && placeText(place, language));

/** SEWP and the like: how a supply is made that the law treats as an export. */
const invoiceType = (row: TaxRow): 'regular' | 'sezWithPayment' | 'sezWithoutPayment' => {
  if (!isSez(row)) return 'regular';
  return taxOf(row) === 0 ? 'sezWithoutPayment' : 'sezWithPayment';
};

function registered(facts: RegisterFacts, ...tables: IndiaTable[]) {
  const { words, yesNo } = sayIn(facts.language);
  return sheetOf<TaxRow>(
    [
      column('recipientGstin', 'text', ({ party }) => party.taxNumber),
      column('recipientName', 'text', ({ party }) => party.name),
      column('invoiceNumber', 'text', ({ document }) => document.label),
      column('invoiceDate', 'date', ({ date }) => date),
      column('invoiceValue', 'money', ({ total }) => total),
      placeColumn(facts),
      column('reverseCharge', 'text', (row) =>
        indiaTable(row, facts.entity.taxNumber) === 'b2b_reverse' ? yesNo.yes : yesNo.no,
      ),
      blank('applicablePct'),
      column('invoiceType', 'text', (row) => words[invoiceType(row)]),
      blank('eCommerceGstin'),
      column('rate', 'rate', ({ rate }) => rate),
      ...taxColumns<TaxRow>(),
    ],
    inTable(facts, ...tables),
    ({ id }) => id,
    documentOfRow,
  );
}

const noteColumns = (facts: RegisterFacts): SheetColumn<TaxRow>[] => [
  column('noteNumber', 'text', ({ document }) => document.label),
  column('noteDate', 'date', ({ date }) => date),
  column('noteType', 'text', ({ kind }) => (kind === 'credit_note' ? 'C' : 'D')),
  placeColumn(facts),
];

/** The notes state positive amounts, and by their type whether they reduce or add. */
const positive = (row: TaxRow): TaxRow => {
  if (row.kind !== 'credit_note') return row;
  return {
    ...row,
    net: negate(row.net),
    tax: negate(row.tax),
    total: negate(row.total),
    components: row.components.map(({ name, tax }) => ({ name, tax: negate(tax) })),
  };
};

/** Table 8: inter-state and intra-state, to registered persons and others. */
function nilRated(facts: RegisterFacts) {
  const { words } = sayIn(facts.language);
  const kindOf = (row: TaxRow) =>
    [
      isInterState(row, facts.entity.taxNumber) ? 'inter' : 'intra',
      row.party.taxNumber === null ? 'Unregistered' : 'Registered',
    ].join('');
  const kinds = ['interRegistered', 'intraRegistered', 'interUnregistered', 'intraUnregistered'] as const;
  const rows = inTable(facts, 'nil_rated');
  const netOf = (kind: string, category: TaxRow['category']) =>
    sumsBy(
      rows.filter((row) => kindOf(row) === kind && row.category === category),
      () => '',
    )[0]?.net ?? 0;
  return sheetOf<(typeof kinds)[number]>(
    [
      column('description', 'text', (kind) => words[kind]),
      column('nilRated', 'money', (kind) => netOf(kind, 'Z')),
      column('exempted', 'money', (kind) => netOf(kind, 'E')),
      column('nonGst', 'money', (kind) => netOf(kind, 'O')),
    ],
    kinds.filter((kind) => rows.some((row) => kindOf(row) === kind)),
    (kind) => kind,
  );
}

/** Tables 11A and 11B: advances of the period that were not adjusted in it, and the use of earlier ones, by place and rate. */
function advances(facts: RegisterFacts, isOfPeriod: boolean) {
  const all = facts.rows.filter(({ kind }) => kind === 'advance_voucher');
  const received = new Set(all.filter(({ step }) => step === 'received').map(({ document }) => document.id));
  const wanted = all.filter(({ document }) => received.has(document.id) === isOfPeriod);
  const sums = sumsBy(wanted, ({ place, rate }) => `${place ?? ''}|${rate}`).filter((one) => !isZero(one));
  type Line = (typeof sums)[number];
  const amount = (value: Minor) => (isOfPeriod ? value : negate(value));
  return sheetOf<Line>(
    [
      column('place', 'text', ({ rows: [row] }) =>
        row?.place ? placeText(row.place, facts.language) : null,
      ),
      blank('applicablePct'),
      column('rate', 'rate', ({ rows: [row] }) => row?.rate ?? null),
      column(isOfPeriod ? 'advanceReceived' : 'advanceAdjusted', 'money', ({ net }) => amount(net)),
      column('igst', 'money', (line) => amount(taxOf(line, 'IGST'))),
      column('cgst', 'money', (line) => amount(taxOf(line, 'CGST'))),
      column('sgst', 'money', (line) => amount(taxOf(line, 'SGST', 'UTGST'))),
      column('cess', 'money', () => 0),
    ],
    sums,
    ({ key }) => key,
  );
}

/** The tables of form GSTR-1 with the fields of its offline utility; tax and value in rupees. [K] */
export const indiaSheets: SheetMakers = {
  b2b: (facts) => registered(facts, 'b2b'),
  b2b_reverse: (facts) => registered(facts, 'b2b_reverse'),
  sez: (facts) => registered(facts, 'sez'),
  b2cl: (facts) =>
    sheetOf<TaxRow>(
      [
        column('invoiceNumber', 'text', ({ document }) => document.label),
        column('invoiceDate', 'date', ({ date }) => date),
        column('invoiceValue', 'money', ({ total }) => total),
        placeColumn(facts),
        blank('applicablePct'),
        column('rate', 'rate', ({ rate }) => rate),
        ...taxColumns<TaxRow>(),
        blank('eCommerceGstin'),
      ],
      inTable(facts, 'b2cl'),
      ({ id }) => id,
      documentOfRow,
    ),
  exports: (facts) =>
    sheetOf<TaxRow>(
      [
        column('exportType', 'text', (row) => (taxOf(row) === 0 ? 'WOPAY' : 'WPAY')),
        column('invoiceNumber', 'text', ({ document }) => document.label),
        column('invoiceDate', 'date', ({ date }) => date),
        column('invoiceValue', 'money', ({ total }) => total),
        blank('portCode'),
        blank('shippingBillNumber'),
        blank('shippingBillDate'),
        column('rate', 'rate', ({ rate }) => rate),
        ...taxColumns<TaxRow>(),
      ],
      inTable(facts, 'exports'),
      ({ id }) => id,
      documentOfRow,
    ),
  b2cs: (facts) => {
    const sums = sumsBy(inTable(facts, 'b2cs'), ({ place, rate }) => `${place ?? ''}|${rate}`).filter(
      (one) => !isZero(one),
    );
    return sheetOf<(typeof sums)[number]>(
      [
        column('type', 'text', () => 'OE'),
        column('place', 'text', ({ rows: [row] }) =>
          row?.place ? placeText(row.place, facts.language) : null,
        ),
        blank('applicablePct'),
        column('rate', 'rate', ({ rows: [row] }) => row?.rate ?? null),
        ...taxColumns<(typeof sums)[number]>(),
        blank('eCommerceGstin'),
      ],
      sums,
      ({ key }) => key,
    );
  },
  nil_rated: nilRated,
  cdnr: (facts) => {
    const { words, yesNo } = sayIn(facts.language);
    return sheetOf<TaxRow>(
      [
        column('recipientGstin', 'text', ({ party }) => party.taxNumber),
        column('recipientName', 'text', ({ party }) => party.name),
        ...noteColumns(facts),
        column('reverseCharge', 'text', (row) =>
          row.reverseCharge || row.category === 'AE' ? yesNo.yes : yesNo.no,
        ),
        column('noteSupplyType', 'text', (row) => words[invoiceType(row)]),
        column('noteValue', 'money', ({ total }) => total),
        blank('applicablePct'),
        column('rate', 'rate', ({ rate }) => rate),
        ...taxColumns<TaxRow>(),
      ],
      inTable(facts, 'cdnr').map(positive),
      ({ id }) => id,
      documentOfRow,
    );
  },
  cdnur: (facts) =>
    sheetOf<TaxRow>(
      [
        column('urType', 'text', (row) => {
          if (!isExport(row)) return 'B2CL';
          return taxOf(row) === 0 ? 'EXPWOP' : 'EXPWP';
        }),
        ...noteColumns(facts),
        column('noteValue', 'money', ({ total }) => total),
        blank('applicablePct'),
        column('rate', 'rate', ({ rate }) => rate),
        ...taxColumns<TaxRow>(),
      ],
      inTable(facts, 'cdnur').map(positive),
      ({ id }) => id,
      documentOfRow,
    ),
  advances_received: (facts) => advances(facts, true),
  advances_adjusted: (facts) => advances(facts, false),
};
