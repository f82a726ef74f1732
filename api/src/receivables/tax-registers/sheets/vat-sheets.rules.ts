import { add, negate, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { EU_COUNTRIES } from '@daybook/contracts/settings/billing-entities/regimes';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import { column, documentOfRow, sheetOf, sayIn } from './sheet.ts';
import type { RegisterFacts, SheetMakers } from './sheet.ts';
import { addUp, isZero, sumsBy, suppliesOf, taxOf } from './tax-row-sums.rules.ts';

/** The country prefix of a VAT number: Greece has EL, Northern Ireland XI. */
const memberOf = (taxNumber: string): string => {
  const prefix = taxNumber.slice(0, 2).toUpperCase();
  return prefix === 'EL' ? 'GR' : prefix;
};

type VatPart = 'domestic' | 'reverse_charge' | 'ec_sales' | 'abroad';

/**
 * Where a row belongs. The recapitulative statement lists buyers with a VAT number of another member state; services to Northern
 * Ireland (XI) are no part of it. Nobody outside the EU makes one.
 */
function vatPart({ category, party }: TaxRow, country: string): VatPart {
  if (category === 'G') return 'abroad';
  if (category === 'AE' || category === 'K') {
    const member = party.taxNumber === null ? null : memberOf(party.taxNumber);
    if (member === null || member === country || !EU_COUNTRIES.has(member)) return 'reverse_charge';
    return EU_COUNTRIES.has(country) ? 'ec_sales' : 'abroad';
  }
  const isOutside = party.country !== '' && party.country !== country && !EU_COUNTRIES.has(party.country);
  return category === 'O' && isOutside ? 'abroad' : 'domestic';
}

/**
 * What the firm supplied, without what it bought under reverse charge. Advances are declared when they are received, and taken off
 * again when an invoice declares the supply.
 */
const partOf = ({ rows, entity }: RegisterFacts, part: VatPart): TaxRow[] =>
  rows.filter(
    (row) => row.kind !== 'expense' && !row.isDisbursement && vatPart(row, entity.country) === part,
  );

/** Every document of a part, with the number of its buyer. */
function listed(facts: RegisterFacts, part: VatPart) {
  const say = sayIn(facts.language);
  return sheetOf<TaxRow>(
    [
      column('date', 'date', ({ date }) => date),
      column('number', 'text', ({ document }) => document.label),
      column('party', 'text', ({ party }) => party.name),
      column('country', 'text', ({ party }) => party.country || null),
      column('vatNumber', 'text', ({ party }) => party.taxNumber),
      column('category', 'text', ({ category }) => say.categories[category]),
      column('net', 'money', ({ net }) => net),
      column('supplyDate', 'date', ({ suppliedOn }) => suppliedOn),
    ],
    partOf(facts, part),
    ({ id }) => id,
    documentOfRow,
  );
}

/**
 * The nine boxes of the British return. Goods do not occur, so boxes 2, 8 and 9 are nil. A service bought abroad under reverse
 * charge counts as a sale too (VAT Notice 741A). [K]
 */
function boxes({ rows, input, language }: RegisterFacts) {
  const { boxes: words } = sayIn(language);
  const supplies = suppliesOf(rows);
  const none = sum([]);
  const due = taxOf(addUp(rows));
  const reclaimed = taxOf(addUp(input));
  const sold = addUp(
    supplies.filter(({ category, party }) => category !== 'O' || !['', 'GB'].includes(party.country)),
  ).net;
  const boughtAbroad = addUp(
    rows.filter(({ kind, party }) => kind === 'expense' && !['', 'GB'].includes(party.country)),
  ).net;
  const bought = sum(input.filter(({ isDisbursement }) => !isDisbursement).map(({ net }) => net));
  const amounts: Record<keyof typeof words, Minor> = {
    1: due,
    2: none,
    3: add(due, none),
    4: reclaimed,
    5: subtract(due, reclaimed),
    6: add(sold, boughtAbroad),
    7: bought,
    8: none,
    9: none,
  };
  return sheetOf<keyof typeof words>(
    [
      column('box', 'count', (box) => Number(box)),
      column('description', 'text', (box) => words[box]),
      column('amount', 'money', (box) => amounts[box]),
    ],
    Object.keys(words) as (keyof typeof words)[],
    (box) => box,
  );
}

/** The EU and Great Britain. */
export const vatSheets: SheetMakers = {
  domestic: (facts) => {
    const say = sayIn(facts.language);
    const sums = sumsBy(partOf(facts, 'domestic'), ({ category, rate }) => `${category}|${rate}`);
    return sheetOf<(typeof sums)[number]>(
      [
        column('category', 'text', ({ rows: [row] }) => (row ? say.categories[row.category] : null)),
        column('rate', 'rate', ({ rows: [row] }) => row?.rate ?? null),
        column('net', 'money', ({ net }) => net),
        column('taxTotal', 'money', (line) => taxOf(line)),
      ],
      sums,
      ({ key }) => key,
    );
  },
  reverse_charge: (facts) => listed(facts, 'reverse_charge'),
  abroad: (facts) => listed(facts, 'abroad'),
  ec_sales: (facts) => {
    const { words } = sayIn(facts.language);
    const sums = sumsBy(partOf(facts, 'ec_sales'), ({ party, category, date }) =>
      [party.taxNumber, date.slice(0, 7), category].join('|'),
    ).filter((one) => !isZero(one));
    return sheetOf<(typeof sums)[number]>(
      [
        column('country', 'text', ({ rows: [row] }) => row?.party.taxNumber?.slice(0, 2) ?? null),
        column('vatNumber', 'text', ({ rows: [row] }) => row?.party.taxNumber ?? null),
        column('party', 'text', ({ rows: [row] }) => row?.party.name ?? null),
        column('month', 'text', ({ rows: [row] }) => row?.date.slice(0, 7) ?? null),
        column('kind', 'text', ({ rows: [row] }) => words[row?.category === 'K' ? 'goods' : 'services']),
        column('net', 'money', ({ net }) => net),
      ],
      sums,
      ({ key }) => key,
    );
  },
  vat_boxes: boxes,
};

/** What credit notes took back, as positive amounts. */
export const takenBack = ({ net, components }: Pick<TaxRow, 'net' | 'components'>) => ({
  net: negate(net),
  tax: negate(taxOf({ components })),
});
