import type { Party } from '@daybook/contracts/billing/invoices/invoice-record';
import type { ExportTexts } from '@daybook/contracts/export-texts';
import { namesOf } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { placeText } from '@daybook/contracts/money/place-of-supply';
import type { ExportColumn } from '../../http/send-export.ts';
import { inCurrency, taxColumns, taxNumberOf, yesOrNo } from './exported-figures.ts';
import type { Taxed } from './exported-figures.ts';

// The export columns that invoices, credit notes and proformas share.

interface Supplied {
  placeOfSupply: string | null;
}

export const placeOfSupplyColumn = <Row extends Supplied>(
  { headers }: ExportTexts,
  language: Language,
): ExportColumn<Row> => ({
  header: headers.placeOfSupply,
  value: ({ placeOfSupply }) => placeOfSupply && placeText(placeOfSupply, language),
});

interface Addressed extends Supplied {
  client: { label: string };
  billTo: Party;
}

/** The addressee of the document, and the place where it is taxed. */
export function partyColumns<Row extends Addressed>(
  say: ExportTexts,
  language: Language,
): ExportColumn<Row>[] {
  const { headers } = say;
  const countryOf = namesOf(language, 'region');
  return [
    { header: headers.client, value: ({ client }) => client.label },
    { header: headers.billedTo, value: ({ billTo }) => billTo.name },
    { header: headers.taxNumber, value: ({ billTo }) => taxNumberOf(billTo) },
    { header: headers.clientCountry, value: ({ billTo }) => countryOf(billTo.country) },
    placeOfSupplyColumn(say, language),
  ];
}

export const reverseChargeColumn = <Row extends { reverseCharge: boolean }>(
  say: ExportTexts,
): ExportColumn<Row> => ({
  header: say.headers.reverseCharge,
  value: ({ reverseCharge }) => yesOrNo(say, reverseCharge),
});

interface Summed extends Taxed {
  net: number;
  rounding: number;
  total: number;
}

/** The totals of the document, with a column for each tax component. */
export const totalColumns = <Row extends Summed>(
  say: ExportTexts,
  components: readonly string[],
): ExportColumn<Row>[] => [
  { header: say.headers.currency, value: ({ currency }) => currency },
  inCurrency(say.headers.net, ({ net }) => net),
  ...taxColumns<Row>(say, components),
  inCurrency(say.headers.rounding, ({ rounding }) => rounding),
  inCurrency(say.headers.total, ({ total }) => total),
];
