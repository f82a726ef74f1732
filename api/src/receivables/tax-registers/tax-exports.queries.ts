import { sql } from 'kysely';
import type { TaxExport } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import type { TaxRegisterKind, TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { Db } from '../../db/database.ts';
import type { RegisterAsked } from './output-movements.ts';

const marks = (db: Db) =>
  db
    .selectFrom('taxExport')
    .leftJoin('appUser', 'appUser.id', 'taxExport.createdBy')
    .select([
      'taxExport.id',
      'taxExport.periodFrom as from',
      'taxExport.periodTo as to',
      'taxExport.createdAt as at',
      'appUser.name as by',
      sql<TaxExport['taxes']>`taxes`.as('taxes'),
    ]);

export const getTaxExport = (db: Db, id: string): Promise<TaxExport> =>
  marks(db).where('taxExport.id', '=', id).executeTakeFirstOrThrow();

/** The exports that overlap a period, newest first. */
export const taxExports = (
  db: Db,
  register: TaxRegisterKind,
  { entityId, from, to }: RegisterAsked,
): Promise<TaxExport[]> =>
  marks(db)
    .where('entityId', '=', entityId)
    .where('register', '=', register)
    .where('periodFrom', '<=', to)
    .where('periodTo', '>=', from)
    .orderBy('seq', 'desc')
    .execute();

/** The rows that were posted after the last export of their day: no posting is of the same moment, because an export lets none pass. */
export const lateRows = (rows: readonly TaxRow[], exports: readonly TaxExport[]): TaxRow[] =>
  rows.filter(({ date, postedAt }) => {
    const last = exports.find(({ from, to }) => from <= date && date <= to);
    return last !== undefined && Date.parse(postedAt) >= Date.parse(last.at);
  });
