import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { totalCap } from '@daybook/contracts/lists';
import type { Page } from '@daybook/contracts/lists';
import type {
  TaxRegisterTotal,
  TaxSheetRow,
  taxRegisters,
} from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { readRegister, registerEntity } from './register-facts.queries.ts';
import { makeSheets } from './sheets/make-sheets.ts';
import type { TaxSheet } from './sheets/make-sheets.ts';
import { registerPeriod } from './tax-registers.rules.ts';

type ListInput = ParsedInputOf<typeof taxRegisters.list>;
type Asked = Pick<ListInput, 'filter'>;

/** Refuses PERM_DENIED to people who do not see everything: a part of a return would be a wrong return. */
export function requireAll(user: CurrentUser): void {
  if (user.userType !== 'super_admin' && user.scope !== 'all') throw new Refusal('PERM_DENIED');
}

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
  const sheet = sheets.find(({ id }) => id === filter.sheet) ?? sheets[0];
  if (!sheet) throw new Error('a register without sheets');
  return { entity, period, register, sheets, sheet };
}

/** The rows of a sheet with the text in one of their cells. */
function found({ rows }: TaxSheet, q: string | undefined): TaxSheetRow[] {
  const wanted = q?.toLowerCase() ?? '';
  if (wanted === '') return rows;
  return rows.filter(({ cells }) =>
    cells.some((cell) => typeof cell === 'string' && cell.toLowerCase().includes(wanted)),
  );
}

/** The position of the first row of a page; `end`: the last page. Only the server makes others. */
function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (cursor === 'end') return Number.MAX_SAFE_INTEGER;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new Refusal('INPUT_INVALID', {}, { cursor: [{ code: 'WRONG_FORMAT' }] });
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
