import { percentOf, subtract } from '@daybook/contracts/money/money';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import { column, sheetOf, sayIn } from './sheet.ts';
import type { RegisterFacts, SheetMakers } from './sheet.ts';
import { sumsBy, suppliesOf, taxOf } from './tax-row-sums.rules.ts';
import { takenBack } from './vat-sheets.rules.ts';

const byRate = (rows: readonly TaxRow[]) => sumsBy(rows, ({ category, rate }) => `${category}|${rate}`);
type Line = ReturnType<typeof byRate>[number];

const headings = ({ language, entity }: RegisterFacts) => {
  const say = sayIn(language);
  return [
    column<Line>('category', 'text', ({ rows: [row] }) => (row ? say.categories[row.category] : null)),
    column<Line>('rate', 'rate', ({ rows: [row] }) => row?.rate ?? null),
    column<Line>('qualified', 'text', () => (entity.taxNumber === null ? say.yesNo.no : say.yesNo.yes)),
  ];
};

/**
 * Consumption tax may be declared as the sum of the tax on invoices, which needs qualified invoices, or as the rate times the
 * sum of the nets. Both are shown. [K]
 */
export const japanSheets: SheetMakers = {
  by_rate_jp: (facts) => {
    const computed = ({ net, rows: [row] }: Line) => percentOf(net, row?.rate ?? '0', 'floor');
    return sheetOf<Line>(
      [
        ...headings(facts),
        column('net', 'money', ({ net }) => net),
        column('taxOfDocuments', 'money', (line) => taxOf(line)),
        column('taxOfNet', 'money', computed),
        column('difference', 'money', (line) => subtract(taxOf(line), computed(line))),
      ],
      byRate(suppliesOf(facts.rows).filter(({ kind }) => kind !== 'credit_note')),
      ({ key }) => key,
    );
  },
  returns_jp: (facts) =>
    sheetOf<Line>(
      [
        ...headings(facts),
        column('net', 'money', (line) => takenBack(line).net),
        column('taxOfDocuments', 'money', (line) => takenBack(line).tax),
      ],
      byRate(suppliesOf(facts.rows).filter(({ kind }) => kind === 'credit_note')),
      ({ key }) => key,
    ),
};
