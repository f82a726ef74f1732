import type { TaxColumn, TaxSheetRow } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { sheetsOf } from '@daybook/contracts/receivables/tax-registers/tax-sheets';
import type { TaxSheetId } from '@daybook/contracts/receivables/tax-registers/tax-sheets';
import { generalSheets } from './general-sheets.rules.ts';
import { indiaSheets } from './india-sheets.rules.ts';
import { indiaSummaries } from './india-summaries.rules.ts';
import { japanSheets } from './japan-sheets.rules.ts';
import { sayIn } from './sheet.ts';
import type { RegisterFacts, SheetMakers } from './sheet.ts';
import { vatSheets } from './vat-sheets.rules.ts';

const makers: SheetMakers = {
  ...generalSheets,
  ...indiaSheets,
  ...indiaSummaries,
  ...vatSheets,
  ...japanSheets,
};

export interface TaxSheet {
  id: TaxSheetId;
  label: string;
  columns: TaxColumn[];
  rows: TaxSheetRow[];
}

/** All sheets of a register, in the reader's language. */
export function makeSheets(facts: RegisterFacts): TaxSheet[] {
  const say = sayIn(facts.language);
  return sheetsOf(facts.entity.regime, facts.register).map((id) => {
    const made = makers[id]?.(facts) ?? { columns: [], rows: [] };
    return {
      id,
      label: say.sheets[id],
      columns: made.columns.map((one) => ({ ...one, label: one.label ?? say.columns[one.id] })),
      rows: made.rows,
    };
  });
}
