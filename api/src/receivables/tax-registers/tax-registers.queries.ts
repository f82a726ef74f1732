import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { totalCap } from '@daybook/contracts/lists';
import type { Page } from '@daybook/contracts/lists';
import type {
  TaxRegisterTotal,
  TaxSheetRow,
  taxRegisters,
} from '@daybook/contracts/receivables/tax-registers/tax-registers';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { readRegister, registerEntity } from './register-facts.queries.ts';
import { makeSheets } from './sheets/make-sheets.ts';
import type { TaxSheet } from './sheets/make-sheets.ts';
import { positionOf, registerPeriod, requireAll, sheetOf } from './tax-registers.rules.ts';

type ListInput = ParsedInputOf<typeof taxRegisters.list>;
type Asked = Pick<ListInput, 'filter'>;

/** The register asked for with all its sheets. Refuses NOT_FOUND, PERM_DENIED, and what `registerPeriod` refuses. */
export async function openRegister(db: Db, user: CurrentUser, { filter }: Asked, language: Language) {
  requireAll(user);
  const entity = await registerEntity(db, filter.entityId);
  const period = registerPeriod(filter, entity.today);
  const register = await readRegister(db, entity, {
    register: filter.register ?? 'output',
    ...period,
    language,
  });
  const sheets = makeSheets(register);
  return { entity, period, register, sheets, sheet: sheetOf(sheets, filter.sheet) };
}

/** The rows of a sheet with the text in one of their cells. */
function found({ rows }: TaxSheet, q: string | undefined): TaxSheetRow[] {
  const wanted = q?.toLowerCase() ?? '';
  if (wanted === '') return rows;
  return rows.filter(({ cells }) =>
    cells.some((cell) => typeof cell === 'string' && cell.toLowerCase().includes(wanted)),
  );
}

/** A page of a sheet, which is made as a whole: its cursors are the positions of rows. */
export async function listTaxSheet(
  db: Db,
  user: CurrentUser,
  input: ListInput,
  language: Language,
): Promise<Page<TaxSheetRow>> {
  const { pageSize } = input;
  const asked = positionOf(input.cursor);
  const { sheet } = await openRegister(db, user, input, language);
  const rows = found(sheet, input.q);
  const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1) * pageSize;
  const start = Math.min(asked, last);
  const next = start + pageSize;
  return {
    rows: rows.slice(start, next),
    pageSize,
    next: next < rows.length ? String(next) : null,
    previous: start > 0 ? String(Math.max(0, start - pageSize)) : null,
  };
}

export async function totalTaxRegister(
  db: Db,
  user: CurrentUser,
  input: ListInput,
  language: Language,
): Promise<TaxRegisterTotal> {
  const { entity, period, register, sheets, sheet } = await openRegister(db, user, input, language);
  const { length } = found(sheet, input.q);
  return {
    total: Math.min(length, totalCap),
    isCapped: length > totalCap,
    entity: { id: entity.id, label: entity.label },
    regime: entity.regime,
    currency: entity.currency,
    period,
    sheets: sheets.map(({ id, label, rows }) => ({ id, label, rows: rows.length })),
    sheet: sheet.id,
    columns: sheet.columns,
    comparison: [...register.comparison],
    exports: register.exports,
  };
}
