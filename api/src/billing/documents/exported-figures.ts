import type { ExportTexts } from '@daybook/contracts/export-texts';
import type { BaseFigures } from '@daybook/contracts/billing/documents/base-figures';
import type { Party, TaxGroupTotal } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Page } from '@daybook/contracts/lists';
import { sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { z } from 'zod';
import type { Db } from '../../db/database.ts';
import type { ExportColumn, ExportedList } from '../../http/send-export.ts';

type TaxGroup = z.infer<typeof TaxGroupTotal>;

const componentsOf: Readonly<Record<string, readonly string[]>> = {
  GST: ['CGST', 'SGST', 'UTGST', 'IGST'],
  VAT: ['VAT'],
  JCT: ['JCT'],
  SALES: ['SALES'],
};

/** The tax components that documents of this entity, or of all entities, may have; each becomes a column. */
export async function componentsInUse(db: Db, entityId: string | undefined): Promise<readonly string[]> {
  const kinds = await db
    .selectFrom('taxCode')
    .innerJoin('billingEntity as entity', 'entity.regime', 'taxCode.regime')
    .select('taxCode.kind')
    .distinct()
    .$if(entityId !== undefined, (query) => query.where('entity.id', '=', entityId ?? ''))
    .execute();
  const used = new Set(kinds.map(({ kind }) => kind));
  return Object.entries(componentsOf).flatMap(([kind, components]) => (used.has(kind) ? components : []));
}

const taxOfComponent = (groups: readonly TaxGroup[], name: string): Minor | null => {
  const parts = groups.flatMap(({ components }) => components).filter((part) => part.name === name);
  return parts.length === 0 ? null : sum(parts.map(({ tax }) => tax));
};

/** The registration schemes in order of preference: an export shows a tax number rather than the number of a company register. */
const schemes = ['IN:GSTIN', 'EU:VAT', 'GB:VAT', 'JP:T', 'CN:USCC', 'US:EIN'];

const placeOf = ({ scheme }: { scheme: string }): number => {
  const place = schemes.indexOf(scheme);
  return place === -1 ? schemes.length : place;
};

export const taxNumberOf = ({ registrations }: Party): string | null =>
  registrations.toSorted((a, b) => placeOf(a) - placeOf(b))[0]?.value ?? null;

export const yesOrNo = ({ yesNo }: ExportTexts, is: boolean): string => (is ? yesNo.yes : yesNo.no);

/** A column of money in the currency of its row. */
export const inCurrency = <Row extends { currency: string }>(
  header: string,
  money: (row: Row) => number | null,
): ExportColumn<Row> => ({ header, money, currency: ({ currency }) => currency });

export interface Taxed {
  currency: string;
  tax: number;
  taxGroups: readonly TaxGroup[];
}

/** A column for each tax component, and one for their sum. */
export const taxColumns = <Row extends Taxed>(
  { headers, taxComponent }: ExportTexts,
  components: readonly string[],
): ExportColumn<Row>[] => [
  ...components.map((name) =>
    inCurrency<Row>(taxComponent[name] ?? name, ({ taxGroups }) => taxOfComponent(taxGroups, name)),
  ),
  inCurrency(headers.tax, ({ tax }) => tax),
];

interface Posted {
  baseCurrency: string;
  /** The exchange rate; null for a draft whose rate is not known yet. */
  fxRate: string | null;
  /** The figures in base currency; null until the document is issued. */
  base: BaseFigures | null;
}

const figure = <Row extends Posted>(header: string, name: keyof BaseFigures): ExportColumn<Row> => ({
  header,
  money: ({ base }) => base?.[name] ?? null,
  currency: ({ baseCurrency }) => baseCurrency,
});

/** The figures of the ledger, in base currency. */
export const baseColumns = <Row extends Posted>({ headers }: ExportTexts): ExportColumn<Row>[] => [
  { header: headers.baseCurrency, value: ({ baseCurrency }) => baseCurrency },
  { header: headers.fxRate, value: ({ base, fxRate }) => (base === null ? null : Number(fxRate)) },
  figure(headers.netInBase, 'net'),
  figure(headers.taxInBase, 'tax'),
  figure(headers.roundingInBase, 'rounding'),
  figure(headers.totalInBase, 'total'),
];

/** Adds the details that the file needs to a page of a list; a row that was deleted in the meantime is left out. */
export async function detailed<Row extends { id: string }, Details>(
  page: Page<Row>,
  details: (ids: readonly string[]) => Promise<ReadonlyMap<string, Details>>,
): Promise<Page<Row & Details>> {
  const found = await details(page.rows.map(({ id }) => id));
  const rows = page.rows.flatMap((row) => {
    const more = found.get(row.id);
    return more === undefined ? [] : [{ ...row, ...more }];
  });
  return { ...page, rows };
}

interface Printed {
  number: string | null;
  issueDate: string;
  client: { label: string };
  currency: string;
  taxGroups: readonly TaxGroup[];
  billTo: Party;
}

/** A second sheet with a row for each tax rate of each document, as printed on the document. */
export function taxByRate<Row extends Printed>(
  { headers, sheet, taxCategory, taxComponent }: ExportTexts,
  components: readonly string[],
): NonNullable<ExportedList<Row, TaxGroup & { of: Row }>['parts']> {
  return {
    sheet: sheet.taxByRate,
    of: (row) => row.taxGroups.map((group) => ({ ...group, of: row })),
    columns: [
      { header: headers.number, value: ({ of }) => of.number },
      { header: headers.issueDate, date: ({ of }) => of.issueDate },
      { header: headers.client, value: ({ of }) => of.client.label },
      { header: headers.taxNumber, value: ({ of }) => taxNumberOf(of.billTo) },
      { header: headers.taxCategory, value: ({ category }) => taxCategory[category] },
      { header: headers.rate, value: ({ rate }) => Number(rate) },
      { header: headers.currency, value: ({ of }) => of.currency },
      { header: headers.taxable, money: ({ net }) => net, currency: ({ of }) => of.currency },
      ...components.map((name) => ({
        header: taxComponent[name] ?? name,
        money: (group: TaxGroup) => taxOfComponent([group], name),
        currency: ({ of }: { of: Row }) => of.currency,
      })),
      { header: headers.tax, money: ({ tax }) => tax, currency: ({ of }) => of.currency },
    ],
  };
}
