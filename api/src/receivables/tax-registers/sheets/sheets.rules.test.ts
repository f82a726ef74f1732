import { minor, sum } from '@daybook/contracts/money/money';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { TaxSheetId } from '@daybook/contracts/receivables/tax-registers/tax-sheets';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import { makeSheets } from './make-sheets.ts';
import type { RegisterFacts } from './sheet.ts';

let made = 0;

/** A row of an invoice of 15 July 2025 with these differences. */
function row(
  given: Partial<TaxRow> & { taxNumber?: string | null; country?: string; treatment?: string },
): TaxRow {
  const { taxNumber = null, country = '', treatment = 'registered', ...more } = given;
  made += 1;
  const id = `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`;
  const components = more.components ?? [];
  return {
    id: `${id}.issued.0`,
    document: { kind: 'invoice', id, label: `INV/${made}` },
    kind: 'tax_invoice',
    step: 'issued',
    date: '2025-07-15',
    postedAt: '2025-07-15T10:00:00Z',
    postedOn: '2025-07-15',
    suppliedOn: null,
    party: { id, name: 'Asha', country, taxNumber, treatment },
    place: null,
    reverseCharge: false,
    category: 'S',
    rate: '18',
    isDisbursement: false,
    net: minor(100_000),
    tax: sum(components.map(({ tax }) => tax)),
    total: minor(118_000),
    originals: [],
    ...more,
    components,
  };
}

const parts = (taxes: Record<string, number>) =>
  Object.entries(taxes).map(([name, tax]) => ({ name, tax: minor(tax) }));
const intra = { place: '27', components: parts({ CGST: 9_000, SGST: 9_000 }) };
const inter = { place: '29', components: parts({ IGST: 18_000 }) };
const negative = (taxes: Record<string, number>, more: Partial<TaxRow>): Partial<TaxRow> => ({
  kind: 'credit_note',
  net: minor(-100_000),
  total: minor(-118_000),
  components: parts(Object.fromEntries(Object.entries(taxes).map(([name, tax]) => [name, 0 - tax]))),
  ...more,
});
const gstin = '29AABCF8078M1C8';

function factsOf(regime: Regime, rows: TaxRow[], more: Partial<RegisterFacts> = {}): RegisterFacts {
  const entities = {
    IN: { country: 'IN', taxNumber: '27AAPFU0939F1ZV' },
    EU: { country: 'FR', taxNumber: 'FR40303265045' },
    GB: { country: 'GB', taxNumber: 'GB123456789' },
    JP: { country: 'JP', taxNumber: 'T5835678256246' },
  } as const;
  const entity = entities[regime as keyof typeof entities] ?? { country: 'US', taxNumber: null };
  return {
    register: 'output',
    language: 'en',
    entity: { ...entity, regime },
    period: { from: '2025-07-01', to: '2025-07-31' },
    rows,
    late: [],
    input: [],
    lines: [],
    numbers: [],
    comparison: [],
    ...more,
  };
}

const sheetsOf = (facts: RegisterFacts) => new Map(makeSheets(facts).map((sheet) => [sheet.id, sheet]));
const cellsOf = (facts: RegisterFacts, id: TaxSheetId) =>
  sheetsOf(facts)
    .get(id)
    ?.rows.map(({ cells }) => cells);

const tables: readonly TaxSheetId[] = [
  'b2b',
  'b2b_reverse',
  'b2cl',
  'exports',
  'sez',
  'b2cs',
  'nil_rated',
  'cdnr',
  'cdnur',
];
/** The tables of the form in which a row stands. */
const standsIn = (one: TaxRow) => tables.filter((id) => (cellsOf(factsOf('IN', [one]), id) ?? []).length > 0);

/** The headings of a sheet of India. */
const heads = (id: TaxSheetId) =>
  sheetsOf(factsOf('IN', []))
    .get(id)
    ?.columns.map(({ label }) => label)
    .join(' · ');

/** The sheets of the EU in which a row stands. */
const parted = (one: TaxRow) =>
  (['domestic', 'reverse_charge', 'ec_sales', 'abroad'] as const).filter(
    (id) => (cellsOf(factsOf('EU', [one]), id) ?? []).length > 0,
  );

const sale = (net: number, tax: number, more: Partial<TaxRow> = {}) =>
  row({ rate: '10', net: minor(net), components: parts({ JCT: tax }), ...more });

describe('a row of an Indian register', () => {
  it.each<[string, TaxRow, TaxSheetId[]]>([
    ['to a registered person', row({ ...intra, taxNumber: gstin }), ['b2b']],
    [
      'to a registered person who owes the tax',
      row({ taxNumber: gstin, reverseCharge: true, ...inter }),
      ['b2b_reverse'],
    ],
    ['of 100,000 to a consumer in another state', row({ ...inter, total: minor(1_00_000_00) }), ['b2cs']],
    [
      'of more than 100,000 to a consumer in another state',
      row({ ...inter, total: minor(1_00_000_01) }),
      ['b2cl'],
    ],
    [
      'of 250,000 to a consumer in another state, before August 2024',
      row({ ...inter, total: minor(2_50_000_00), date: '2024-07-31' }),
      ['b2cs'],
    ],
    [
      'of more than 250,000 to a consumer in another state, before August 2024',
      row({ ...inter, total: minor(2_50_000_01), date: '2024-07-31' }),
      ['b2cl'],
    ],
    ['of any amount to a consumer in the same state', row({ ...intra, total: minor(9_00_000_00) }), ['b2cs']],
    ['abroad', row({ place: '96', category: 'G', rate: '0' }), ['exports']],
    [
      'to an SEZ',
      row({ taxNumber: gstin, treatment: 'sez', place: '29', category: 'Z', rate: '0' }),
      ['sez'],
    ],
    ['that is exempt', row({ ...intra, components: [], category: 'E', rate: '0' }), ['nil_rated']],
    ['that lays money out for a client', row({ category: 'O', rate: '0', isDisbursement: true }), []],
    [
      'that credits a registered person',
      row({ taxNumber: gstin, place: '27', ...negative({ CGST: 9_000, SGST: 9_000 }, {}) }),
      ['cdnr'],
    ],
    [
      'that credits a large invoice to a consumer',
      row({
        place: '29',
        ...negative(
          { IGST: 18_000 },
          { originals: [{ number: '7', date: '2025-06-01', total: minor(2_00_000_00) }] },
        ),
      }),
      ['cdnur'],
    ],
    [
      'that credits a small invoice to a consumer',
      row({
        place: '29',
        ...negative(
          { IGST: 18_000 },
          { originals: [{ number: '7', date: '2025-06-01', total: minor(1_000_00) }] },
        ),
      }),
      ['b2cs'],
    ],
    [
      'that credits an export',
      row({ place: '96', ...negative({}, { category: 'G', rate: '0' }) }),
      ['cdnur'],
    ],
  ])('%s stands in its table', (_what, one, expected) => {
    expect(standsIn(one)).toEqual(expected);
  });

  it('carries the fields of GSTR-1', () => {
    expect(
      Object.fromEntries(
        [...tables, 'advances_received' as const, 'hsn_b2b' as const, 'documents_issued' as const].map(
          (id) => [id, heads(id)],
        ),
      ),
    ).toMatchInlineSnapshot(`
{
  "advances_received": "Place of supply · Applicable % of tax rate · Rate (%) · Gross advance received · Integrated tax · Central tax · State/UT tax · Cess",
  "b2b": "GSTIN/UIN of recipient · Receiver name · Invoice number · Invoice date · Invoice value · Place of supply · Reverse charge · Applicable % of tax rate · Invoice type · E-commerce GSTIN · Rate (%) · Taxable value · Integrated tax · Central tax · State/UT tax · Cess",
  "b2b_reverse": "GSTIN/UIN of recipient · Receiver name · Invoice number · Invoice date · Invoice value · Place of supply · Reverse charge · Applicable % of tax rate · Invoice type · E-commerce GSTIN · Rate (%) · Taxable value · Integrated tax · Central tax · State/UT tax · Cess",
  "b2cl": "Invoice number · Invoice date · Invoice value · Place of supply · Applicable % of tax rate · Rate (%) · Taxable value · Integrated tax · Central tax · State/UT tax · Cess · E-commerce GSTIN",
  "b2cs": "Type · Place of supply · Applicable % of tax rate · Rate (%) · Taxable value · Integrated tax · Central tax · State/UT tax · Cess · E-commerce GSTIN",
  "cdnr": "GSTIN/UIN of recipient · Receiver name · Note number · Note date · Note type · Place of supply · Reverse charge · Note supply type · Note value · Applicable % of tax rate · Rate (%) · Taxable value · Integrated tax · Central tax · State/UT tax · Cess",
  "cdnur": "UR type · Note number · Note date · Note type · Place of supply · Note value · Applicable % of tax rate · Rate (%) · Taxable value · Integrated tax · Central tax · State/UT tax · Cess",
  "documents_issued": "Nature of document · From · To · Total number · Cancelled · Net issued",
  "exports": "Export type · Invoice number · Invoice date · Invoice value · Port code · Shipping bill number · Shipping bill date · Rate (%) · Taxable value · Integrated tax · Central tax · State/UT tax · Cess",
  "hsn_b2b": "HSN/SAC · Description · UQC · Total quantity · Total value · Rate (%) · Taxable value · Integrated tax · Central tax · State/UT tax · Cess",
  "nil_rated": "Description · Nil rated supplies · Exempted supplies · Non-GST supplies",
  "sez": "GSTIN/UIN of recipient · Receiver name · Invoice number · Invoice date · Invoice value · Place of supply · Reverse charge · Applicable % of tax rate · Invoice type · E-commerce GSTIN · Rate (%) · Taxable value · Integrated tax · Central tax · State/UT tax · Cess",
}
`);
  });

  it('states a credit note in positive amounts, and its type', () => {
    const note = row({ taxNumber: gstin, place: '29', ...negative({ IGST: 18_000 }, {}) });
    const [cells] = cellsOf(factsOf('IN', [note]), 'cdnr') ?? [];
    expect(cells).toEqual([
      gstin,
      'Asha',
      note.document.label,
      '2025-07-15',
      'C',
      '29 Karnataka',
      'No',
      'Regular B2B',
      118_000,
      null,
      '18',
      100_000,
      18_000,
      0,
      0,
      0,
    ]);
  });

  it('of a consumer is net of credit notes, by place and rate', () => {
    const rows = [
      row(intra),
      row(intra),
      row({ place: '27', ...negative({ CGST: 9_000, SGST: 9_000 }, {}) }),
      row({ ...inter, rate: '5', components: parts({ IGST: 5_000 }) }),
    ];
    expect(cellsOf(factsOf('IN', rows), 'b2cs')).toEqual([
      ['OE', '27 Maharashtra', null, '18', 100_000, 0, 9_000, 9_000, 0, null],
      ['OE', '29 Karnataka', null, '5', 100_000, 5_000, 0, 0, 0, null],
    ]);
  });

  it('is left out when it was voided in the same period', () => {
    const issued = row({ ...intra, taxNumber: gstin });
    const voided = {
      ...issued,
      id: `${issued.document.id}.voided.0`,
      step: 'voided' as const,
      net: minor(-100_000),
    };
    expect(cellsOf(factsOf('IN', [issued, voided]), 'b2b')).toEqual([]);
    expect(cellsOf(factsOf('IN', [voided]), 'b2b')).toHaveLength(1);
  });

  it('of an advance counts in 11A less what was adjusted in its period, and later in 11B', () => {
    const received = row({ kind: 'advance_voucher', step: 'received', ...intra });
    const adjusted = {
      ...received,
      id: 'adjusted',
      step: 'adjusted' as const,
      net: minor(-40_000),
      components: parts({ CGST: -3_600, SGST: -3_600 }),
    };
    expect(cellsOf(factsOf('IN', [received, adjusted]), 'advances_received')).toEqual([
      ['27 Maharashtra', null, '18', 60_000, 0, 5_400, 5_400, 0],
    ]);
    expect(cellsOf(factsOf('IN', [received, adjusted]), 'advances_adjusted')).toEqual([]);
    expect(cellsOf(factsOf('IN', [adjusted]), 'advances_adjusted')).toEqual([
      ['27 Maharashtra', null, '18', 40_000, 0, 3_600, 3_600, 0],
    ]);
  });
});

describe('a row of a VAT register', () => {
  const vat = { components: parts({ VAT: 20_000 }), rate: '20', country: 'FR' };
  const free = { rate: '0', components: parts({ VAT: 0 }) };
  it.each<[string, TaxRow, TaxSheetId]>([
    ['taxed at home', row(vat), 'domestic'],
    [
      'to a buyer at home who owes the tax',
      row({ ...free, category: 'AE', taxNumber: 'FR83404833048', country: 'FR' }),
      'reverse_charge',
    ],
    [
      'to a business in another member state',
      row({ ...free, category: 'AE', taxNumber: 'DE136695976', country: 'DE' }),
      'ec_sales',
    ],
    ['within the EU', row({ ...free, category: 'K', taxNumber: 'EL094259216', country: 'GR' }), 'ec_sales'],
    [
      'to Northern Ireland',
      row({ ...free, category: 'AE', taxNumber: 'XI123456789', country: 'GB' }),
      'reverse_charge',
    ],
    ['exported', row({ ...free, category: 'G', country: 'CH' }), 'abroad'],
    [
      'outside the scope, to a buyer outside the EU',
      row({ ...free, category: 'O', country: 'US' }),
      'abroad',
    ],
    ['outside the scope, to a buyer at home', row({ ...free, category: 'O', country: 'FR' }), 'domestic'],
  ])('%s stands in its sheet alone', (_what, one, expected) => {
    expect(parted(one)).toEqual([expected]);
  });

  it('of an advance is declared when it is received, and taken off when an invoice declares the supply', () => {
    const received = row({ ...vat, kind: 'advance_voucher', step: 'received' });
    const adjusted = {
      ...received,
      step: 'adjusted' as const,
      net: minor(-40_000),
      components: parts({ VAT: -8_000 }),
    };
    const invoice = row({ ...vat, net: minor(40_000), components: parts({ VAT: 8_000 }) });
    expect(cellsOf(factsOf('EU', [received, adjusted, invoice]), 'domestic')).toEqual([
      ['Taxed', '20', 100_000, 20_000],
    ]);
  });

  it('to a business in the EU is abroad for a British firm, which makes no EC sales list', () => {
    const sold = row({ ...free, category: 'AE', taxNumber: 'DE136695976', country: 'DE' });
    expect(cellsOf(factsOf('GB', [sold]), 'abroad')).toHaveLength(1);
    expect(cellsOf(factsOf('GB', [sold]), 'reverse_charge')).toEqual([]);
  });

  it('is listed by VAT number and month, with credit notes in the month they were issued', () => {
    const buyer = { ...free, category: 'AE' as const, taxNumber: 'DE136695976', country: 'DE' };
    const rows = [
      row(buyer),
      row({ ...buyer, ...negative({}, { net: minor(-30_000) }), category: 'AE' }),
      row({ ...buyer, date: '2025-08-01' }),
    ];
    expect(cellsOf(factsOf('EU', rows), 'ec_sales')).toEqual([
      ['DE', 'DE136695976', 'Asha', '2025-07', 'Services', 70_000],
      ['DE', 'DE136695976', 'Asha', '2025-08', 'Services', 100_000],
    ]);
  });

  it('fills the boxes of the British return', () => {
    const british = { components: parts({ VAT: 20_000 }), rate: '20', country: 'GB' };
    const rows = [
      row(british),
      row({ ...free, category: 'O', country: 'US', net: minor(7_000) }),
      row({ ...free, category: 'O', country: 'GB', isDisbursement: true }),
    ];
    const input = [row({ kind: 'expense', components: parts({ '': 4_000 }), net: minor(20_000) })];
    expect(cellsOf(factsOf('GB', rows, { input }), 'vat_boxes')?.map((cells) => cells[2])).toEqual([
      20_000, 0, 20_000, 4_000, 16_000, 107_000, 20_000, 0, 0,
    ]);
  });

  it('counts a service bought abroad under reverse charge as due, and as a sale and a purchase', () => {
    const owed = { ...vat, kind: 'expense', category: 'AE' } as const;
    const bought = row({ ...owed, country: 'DE', components: parts({ VAT: 20_000 }) });
    const facts = factsOf('GB', [bought], { input: [bought] });
    expect(cellsOf(facts, 'vat_boxes')?.map((cells) => cells[2])).toEqual([
      20_000, 0, 20_000, 20_000, 0, 100_000, 100_000, 0, 0,
    ]);
    expect(parted(bought)).toEqual([]);
  });

  it('flags a supply of another period and leaves it where it is', () => {
    const [cells] = cellsOf(factsOf('EU', [row({ ...vat, suppliedOn: '2025-06-30' })]), 'documents') ?? [];
    expect(cells?.slice(-2)).toEqual(['2025-06-30', 'Yes']);
  });
});

describe('a row of a Japanese register', () => {
  it('is taxed in both ways: as the sum of the documents, and as the rate of the sum', () => {
    const rows = [sale(105, 10), sale(105, 10), sale(-50, -5, { kind: 'credit_note' })];
    expect(cellsOf(factsOf('JP', rows), 'by_rate_jp')).toEqual([['Taxed', '10', 'Yes', 210, 20, 21, -1]]);
    expect(cellsOf(factsOf('JP', rows), 'returns_jp')).toEqual([['Taxed', '10', 'Yes', 50, 5]]);
  });
});
