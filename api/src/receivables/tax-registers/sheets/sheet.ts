import type { Language } from '@daybook/contracts/fields';
import type {
  TaxColumn,
  TaxComparison,
  TaxSheetRow,
} from '@daybook/contracts/receivables/tax-registers/tax-registers';
import type { TaxRegisterKind, TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { TaxSheetId } from '@daybook/contracts/receivables/tax-registers/tax-sheets';
import { exportTexts } from '@daybook/contracts/export-texts';
import { textsOf } from '@daybook/contracts/server-texts';
import type { Minor } from '@daybook/contracts/money/money';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';

const texts = textsOf('taxSheets');
type Texts = (typeof texts)['en'];

/** The words of the sheets; what other exports name too is named as there. */
export function sayIn(language: Language) {
  const { taxCategory, taxComponent, yesNo, lineKind } = exportTexts[language];
  return {
    ...texts[language],
    categories: taxCategory,
    components: taxComponent,
    yesNo,
    disbursement: lineKind.disbursement,
  };
}

type ColumnId = keyof Texts['columns'];
type Cell = TaxSheetRow['cells'][number];

/** The lines of a document with a code of HSN or SAC, in the base currency. */
export interface CodedLine {
  code: string;
  unit: string;
  qty: number;
  rate: string;
  isRegistered: boolean;
  net: Minor;
  components: { name: string; tax: Minor }[];
}

/** The numbers that documents of one kind took in the period, from one series. */
export interface IssuedNumbers {
  kind:
    | 'tax_invoice'
    | 'bill_of_supply'
    | 'debit_note'
    | 'credit_note'
    | 'advance_voucher'
    | 'refund_voucher';
  series: string;
  first: string;
  last: string;
  total: number;
  cancelled: number;
}

/** All that the sheets of a register are made from. */
export interface RegisterFacts {
  register: TaxRegisterKind;
  language: Language;
  entity: { country: string; regime: Regime; taxNumber: string | null };
  period: { from: string; to: string };
  rows: readonly TaxRow[];
  /** The rows that were posted after their period had been exported. */
  late: readonly TaxRow[];
  /** The input tax register of the same period, for returns that state both. */
  input: readonly TaxRow[];
  lines: readonly CodedLine[];
  numbers: readonly IssuedNumbers[];
  comparison: readonly TaxComparison[];
}

/** A sheet without its headings. */
interface RawSheet {
  columns: { id: ColumnId; label?: string; kind: TaxColumn['kind'] }[];
  rows: TaxSheetRow[];
}

type SheetMaker = (facts: RegisterFacts) => RawSheet;
export type SheetMakers = Partial<Record<TaxSheetId, SheetMaker>>;

export interface SheetColumn<Item> {
  id: ColumnId;
  kind: TaxColumn['kind'];
  /** The heading, if it is not that of the column: the name of a component of the tax. */
  label?: string;
  of: (item: Item) => Cell;
}

export const column = <Item>(
  id: ColumnId,
  kind: TaxColumn['kind'],
  of: (item: Item) => Cell,
  label?: string,
): SheetColumn<Item> => ({ id, kind, of, ...(label !== undefined && { label }) });

/** A field of the form that Daybook has no figures for. */
export const blank = <Item>(id: ColumnId): SheetColumn<Item> => column(id, 'text', () => null);

/** Lays items out as rows; without `documentOf` they open no document. */
export const sheetOf = <Item>(
  columns: readonly SheetColumn<Item>[],
  items: readonly Item[],
  idOf: (item: Item, index: number) => string,
  documentOf: (item: Item) => TaxSheetRow['document'] = () => null,
): RawSheet => ({
  columns: columns.map(({ id, kind, label }) => ({ id, kind, ...(label !== undefined && { label }) })),
  rows: items.map((item, index) => ({
    id: idOf(item, index),
    cells: columns.map(({ of }) => of(item)),
    document: documentOf(item),
  })),
});

export const documentOfRow = ({ document: { kind, id } }: TaxRow): TaxSheetRow['document'] => ({ kind, id });
