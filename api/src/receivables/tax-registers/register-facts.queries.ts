import { sql } from 'kysely';
import { NOTHING, subtract, sum } from '@daybook/contracts/money/money';
import type { Language } from '@daybook/contracts/fields';
import type { TaxComparison, TaxExport } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import type { TaxRegisterKind, TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import { Refusal } from '@daybook/contracts/refusals';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { Db } from '../../db/database.ts';
import { codedLines } from './coded-lines.queries.ts';
import { inputRows } from './input-rows.queries.ts';
import { issuedNumbers } from './issued-numbers.queries.ts';
import { outputMovements } from './output-movements.ts';
import type { RegisterAsked } from './output-movements.ts';
import { outputRows, taxNumberOf } from './output-rows.rules.ts';
import type { RegisterFacts } from './sheets/sheet.ts';
import { taxOf } from './sheets/tax-row-sums.rules.ts';
import { taxAccounts } from './tax-accounts.queries.ts';
import { lateRows, taxExports } from './tax-exports.queries.ts';

interface RegisterEntity {
  id: string;
  label: string;
  country: string;
  regime: Regime;
  currency: string;
  registrations: { scheme: string; value: string }[];
  today: string;
}

/** The asked billing entity, or the first active one by name. Refuses NOT_FOUND. */
export async function registerEntity(db: Db, id: string | undefined): Promise<RegisterEntity> {
  const entity = await db
    .selectFrom('billingEntity')
    .select([
      'id',
      'name as label',
      'country',
      sql<Regime>`regime`.as('regime'),
      'baseCurrency as currency',
      sql<RegisterEntity['registrations']>`registrations`.as('registrations'),
      sql<string>`(now() at time zone timezone)::date`.as('today'),
    ])
    .where(id === undefined ? sql<boolean>`active` : sql<boolean>`id = ${id}`)
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  return entity;
}

const rowsOf = async (
  db: Db,
  register: TaxRegisterKind,
  asked: RegisterAsked,
  regime: Regime,
): Promise<TaxRow[]> =>
  register === 'input'
    ? inputRows(db, asked)
    : (await outputMovements(db, asked)).flatMap((movement) => outputRows(movement, regime));

/** The sums of a register by component, beside what the tax accounts of the ledger moved by. */
async function compareTax(
  db: Db,
  register: TaxRegisterKind,
  asked: RegisterAsked,
  rows: readonly TaxRow[],
): Promise<TaxComparison[]> {
  const accounts = await taxAccounts(db, register, asked);
  const names = new Set([
    ...accounts.map(({ component }) => component),
    ...rows.flatMap(({ components }) => components.filter(({ tax }) => tax !== 0).map(({ name }) => name)),
  ]);
  return [...names].map((component) => {
    const account = accounts.find((one) => one.component === component);
    const registered = sum(rows.map((row) => taxOf(row, component)));
    const ledger = account?.documents ?? NOTHING;
    return {
      component,
      register: registered,
      ledger,
      difference: subtract(registered, ledger),
      others: account?.others ?? NOTHING,
    };
  });
}

/** How many exports are shown. */
const mostShown = 20;

interface Register extends RegisterFacts {
  exports: TaxExport[];
}

/** Reads a register of a billing entity with all that its sheets need. */
export async function readRegister(
  db: Db,
  entity: RegisterEntity,
  {
    register,
    from,
    to,
    language,
  }: { register: TaxRegisterKind; from: string; to: string; language: Language },
): Promise<Register> {
  const asked = { entityId: entity.id, from, to };
  const rows = await rowsOf(db, register, asked, entity.regime);
  const isIndia = entity.regime === 'IN' && register === 'output';
  const exports = await taxExports(db, register, asked);
  return {
    register,
    language,
    entity: {
      country: entity.country,
      regime: entity.regime,
      taxNumber: taxNumberOf(entity.regime, entity.registrations),
    },
    period: { from, to },
    rows,
    late: lateRows(rows, exports),
    input: entity.regime === 'GB' && register === 'output' ? await inputRows(db, asked) : [],
    lines: isIndia ? await codedLines(db, rows) : [],
    numbers: isIndia ? await issuedNumbers(db, asked) : [],
    comparison: await compareTax(db, register, asked, rows),
    exports: exports.slice(0, mostShown),
  };
}
