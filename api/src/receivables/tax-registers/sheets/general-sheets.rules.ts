import { placeText } from '@daybook/contracts/money/place-of-supply';
import type { TaxComparison } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import { documentOfRow, sheetOf, sayIn, column } from './sheet.ts';
import type { RegisterFacts, SheetColumn, SheetMakers } from './sheet.ts';
import { addUp, sumsBy, taxOf } from './tax-row-sums.rules.ts';

/** The components in use, in a fixed order. */
const componentOrder = ['VAT', 'CGST', 'SGST', 'UTGST', 'IGST', 'JCT', 'SALES', ''];

const componentsOf = (rows: readonly Pick<TaxRow, 'components'>[]): string[] =>
  componentOrder.filter((name) => rows.some(({ components }) => components.some((one) => one.name === name)));

const componentColumns = <Item extends Pick<TaxRow, 'components'>>(
  { language }: RegisterFacts,
  rows: readonly Pick<TaxRow, 'components'>[],
): SheetColumn<Item>[] =>
  componentsOf(rows).map((name) =>
    column('tax', 'money', (item) => taxOf(item, name), componentLabel(language, name)),
  );

const componentLabel = (language: RegisterFacts['language'], name: string): string => {
  const { components, columns } = sayIn(language);
  return components[name] ?? (name || columns.taxNotStated);
};

/** Whether the supply that a document names was made outside the period. It is flagged, and stays where it is. */
const suppliedElsewhere = ({ period }: RegisterFacts, { suppliedOn }: TaxRow): boolean =>
  suppliedOn !== null && (suppliedOn < period.from || suppliedOn > period.to);

function documentColumns(facts: RegisterFacts): SheetColumn<TaxRow>[] {
  const { language, rows } = facts;
  const say = sayIn(language);
  return [
    column('date', 'date', ({ date }) => date),
    column('number', 'text', ({ document }) => document.label),
    column('kind', 'text', ({ kind }) => say.kinds[kind]),
    column('step', 'text', ({ step }) => say.steps[step]),
    column('party', 'text', ({ party }) => party.name),
    column('taxNumber', 'text', ({ party }) => party.taxNumber),
    column('country', 'text', ({ party }) => party.country || null),
    column('place', 'text', ({ place }) => place && placeText(place, language)),
    column('category', 'text', (row) =>
      row.isDisbursement ? say.disbursement : say.categories[row.category],
    ),
    column('reverseCharge', 'text', ({ reverseCharge, category }) =>
      reverseCharge || category === 'AE' ? say.yesNo.yes : say.yesNo.no,
    ),
    column('rate', 'rate', ({ rate }) => rate),
    column('net', 'money', ({ net }) => net),
    ...componentColumns<TaxRow>(facts, rows),
    column('supplyDate', 'date', ({ suppliedOn }) => suppliedOn),
    column('otherPeriod', 'text', (row) => (suppliedElsewhere(facts, row) ? say.yesNo.yes : null)),
  ];
}

/** Purchases under reverse charge are a group of their own among what the firm supplied. */
function groupOf({ kind }: TaxRow): 'advances' | 'purchases' | 'documents' {
  if (kind === 'expense') return 'purchases';
  return kind === 'advance_voucher' ? 'advances' : 'documents';
}

/** What every register has, whatever the regime. */
export const generalSheets: SheetMakers = {
  summary: (facts) => {
    const say = sayIn(facts.language);
    const sums = sumsBy(facts.rows, (row) =>
      [row.isDisbursement, groupOf(row), row.category, row.rate, row.party.taxNumber !== null].join('|'),
    );
    const total = { key: 'total', rows: facts.rows, ...addUp(facts.rows) };
    type Line = typeof total;
    const first =
      <T>(of: (row: TaxRow) => T) =>
      ({ key, rows: [row] }: Line) =>
        row === undefined || key === 'total' ? null : of(row);
    return sheetOf<Line>(
      [
        column('category', 'text', ({ key, rows: [row] }) => {
          if (key === 'total' || row === undefined) return say.words.total;
          return row.isDisbursement ? say.disbursement : say.categories[row.category];
        }),
        column(
          'kind',
          'text',
          first((row) => say.words[groupOf(row)]),
        ),
        column(
          'registered',
          'text',
          first(({ party }) => say.yesNo[party.taxNumber === null ? 'no' : 'yes']),
        ),
        column(
          'rate',
          'rate',
          first(({ rate }) => rate),
        ),
        column('count', 'count', ({ rows }) => new Set(rows.map(({ document }) => document.id)).size),
        column('net', 'money', ({ net }) => net),
        ...componentColumns<Line>(facts, facts.rows),
        column('taxTotal', 'money', (line) => taxOf(line)),
      ],
      [...sums, ...(sums.length > 0 ? [total] : [])],
      ({ key }) => key,
    );
  },
  documents: (facts) => sheetOf(documentColumns(facts), facts.rows, ({ id }) => id, documentOfRow),
  late: (facts) =>
    sheetOf(
      [...documentColumns(facts), column<TaxRow>('postedOn', 'date', ({ postedOn }) => postedOn)],
      facts.late,
      ({ id }) => id,
      documentOfRow,
    ),
  ledger: ({ comparison, language }) =>
    sheetOf<TaxComparison>(
      [
        column('component', 'text', ({ component }) =>
          component === '' ? sayIn(language).columns.tax : componentLabel(language, component),
        ),
        column('register', 'money', (row) => row.register),
        ...(comparison.some(({ deferred, open }) => deferred !== 0 || open !== 0)
          ? [
              column<TaxComparison>('deferred', 'money', ({ deferred }) => deferred),
              column<TaxComparison>('stillOpen', 'money', ({ open }) => open),
            ]
          : []),
        column('ledger', 'money', (row) => row.ledger),
        column('difference', 'money', (row) => row.difference),
        column('others', 'money', (row) => row.others),
      ],
      comparison,
      ({ component }) => component || 'input',
    ),
};
