import { add } from '@daybook/contracts/money/money';
import { column, sheetOf, sayIn } from './sheet.ts';
import type { IssuedNumbers, RegisterFacts, SheetMakers } from './sheet.ts';
import { taxColumns } from './india-sheets.rules.ts';
import { sumsBy, taxOf } from './tax-row-sums.rules.ts';

/** The quantity code of services, whose quantity is not stated. [K] */
const quantityOf = (code: string, unit: string) =>
  code.startsWith('99') ? 'NA' : (quantityCodes[unit] ?? 'OTH');

/** The quantity codes (UQC) of the units that invoices usually state, by UN/ECE recommendation 20. [K] */
const quantityCodes: Readonly<Record<string, string>> = {
  C62: 'NOS',
  EA: 'NOS',
  KGM: 'KGS',
  LTR: 'LTR',
  MTR: 'MTR',
};

/** Table 12: what was supplied by code and rate, to registered persons or to others. */
function byCode({ lines }: RegisterFacts, isRegistered: boolean) {
  const wanted = lines.filter((line) => line.isRegistered === isRegistered);
  const sums = sumsBy(wanted, ({ code, unit, rate }) => [code, quantityOf(code, unit), rate].join('|'));
  type Line = (typeof sums)[number];
  const isService = (line: Line) => (line.rows[0]?.code ?? '').startsWith('99');
  return sheetOf<Line>(
    [
      column('hsn', 'text', ({ rows: [line] }) => line?.code || null),
      column('description', 'text', () => null),
      column('uqc', 'text', ({ rows: [line] }) => (line ? quantityOf(line.code, line.unit) : null)),
      column('quantity', 'rate', (line) =>
        isService(line) ? '0' : String(Number(line.rows.reduce((all, { qty }) => all + qty, 0).toFixed(4))),
      ),
      column('totalValue', 'money', (line) => add(line.net, taxOf(line))),
      column('rate', 'rate', ({ rows: [line] }) => line?.rate ?? null),
      ...taxColumns<Line>(),
    ],
    sums,
    ({ key }) => key,
  );
}

export const indiaSummaries: SheetMakers = {
  hsn_b2b: (facts) => byCode(facts, true),
  hsn_b2c: (facts) => byCode(facts, false),
  documents_issued: ({ numbers, language }) => {
    const { kinds } = sayIn(language);
    return sheetOf<IssuedNumbers>(
      [
        column('documentNature', 'text', ({ kind }) => kinds[kind]),
        column('numberFrom', 'text', ({ first }) => first),
        column('numberTo', 'text', ({ last }) => last),
        column('totalNumber', 'count', ({ total }) => total),
        column('cancelled', 'count', ({ cancelled }) => cancelled),
        column('netIssued', 'count', ({ total, cancelled }) => total - cancelled),
      ],
      numbers,
      ({ kind, series }) => `${kind}|${series}`,
    );
  },
};
