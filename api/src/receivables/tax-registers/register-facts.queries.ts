import { sql } from 'kysely';
import { NOTHING, add, subtract, sum } from '@daybook/contracts/money/money';
import type { Language } from '@daybook/contracts/fields';
import type { TaxComparison, TaxExport } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import type { TaxRegisterKind, TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import { Refusal } from '@daybook/contracts/refusals';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { TaxDueSetting } from '@daybook/contracts/settings/billing-entities/tax-due';
import type { Db } from '../../db/database.ts';
import { codedLines } from './coded-lines.queries.ts';
import { dueByPayment } from './due-by-payment.queries.ts';
import type { DueByPayment } from './due-by-payment.queries.ts';
import { outputParts } from './due-by-payment.rules.ts';
import { inputRows, reverseChargedRows } from './input-rows.queries.ts';
import { issuedNumbers } from './issued-numbers.queries.ts';
import { outputMovements } from './output-movements.ts';
import type { RegisterAsked } from './output-movements.ts';
import { taxNumberOf } from './output-rows.rules.ts';
import type { RegisterFacts } from './sheets/sheet.ts';
import { taxOf } from './sheets/tax-row-sums.rules.ts';
import { taxAccounts } from './tax-accounts.queries.ts';
import { lateRows, taxExports } from './tax-exports.queries.ts';

interface RegisterEntity extends TaxDueSetting {
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
      sql<RegisterEntity['taxDue']>`tax_due`.as('taxDue'),
      sql<RegisterEntity['taxDueChanges']>`tax_due_changes`.as('taxDueChanges'),
    ])
    .where(id === undefined ? sql<boolean>`active` : sql<boolean>`id = ${id}`)
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  return entity;
}

type Entries = Pick<DueByPayment, 'deferred' | 'open'> & { rows: TaxRow[] };

const nothingDeferred = { deferred: { before: new Map(), after: new Map() }, open: new Map() };

/** Whether the tax of any documents falls due by payment. */
const everByPayment = ({ taxDue, taxDueChanges }: TaxDueSetting): boolean =>
  taxDue === 'payment' || taxDueChanges.some(({ due }) => due === 'payment');

/** What counts in the output register, in the order of its dates, and what is left to fall due. */
export async function outputEntries(
  db: Db,
  entity: TaxDueSetting & { regime: Regime },
  asked: RegisterAsked,
): Promise<Entries> {
  const movements = await outputMovements(db, asked);
  const supplied = movements.flatMap((movement) => outputParts(movement, entity.regime).byInvoice);
  const bought = await reverseChargedRows(db, asked);
  const { rows, ...due } = everByPayment(entity)
    ? await dueByPayment(db, asked, entity.regime)
    : { rows: [], ...nothingDeferred };
  return {
    ...due,
    rows: [...supplied, ...bought, ...rows].toSorted((one, other) => one.date.localeCompare(other.date)),
  };
}

const entriesOf = async (
  db: Db,
  register: TaxRegisterKind,
  entity: RegisterEntity,
  asked: RegisterAsked,
): Promise<Entries> =>
  register === 'input'
    ? { rows: await inputRows(db, asked), ...nothingDeferred }
    : outputEntries(db, entity, asked);

/** The sums of a register by component, with what is left to fall due, beside what the tax accounts of the ledger moved by. */
async function compareTax(
  db: Db,
  register: TaxRegisterKind,
  asked: RegisterAsked,
  { rows, deferred: { before, after }, open }: Entries,
): Promise<TaxComparison[]> {
  const accounts = await taxAccounts(db, register, asked);
  // Input tax has one account for all components.
  const componentsOf = ({ components }: TaxRow) =>
    register === 'input' ? [{ name: '', tax: taxOf({ components }) }] : components;
  const names = new Set([
    ...accounts.map(({ component }) => component),
    ...rows.flatMap((row) =>
      componentsOf(row)
        .filter(({ tax }) => tax !== 0)
        .map(({ name }) => name),
    ),
    ...[...open].filter(([, tax]) => tax !== 0).map(([name]) => name),
  ]);
  return [...names].map((component) => {
    const account = accounts.find((one) => one.component === component);
    const registered = sum(rows.map((row) => taxOf({ components: componentsOf(row) }, component)));
    const ledger = account?.documents ?? NOTHING;
    const deferred = subtract(after.get(component) ?? NOTHING, before.get(component) ?? NOTHING);
    return {
      component,
      register: registered,
      ledger,
      deferred,
      open: open.get(component) ?? NOTHING,
      difference: subtract(add(registered, deferred), ledger),
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
  const entries = await entriesOf(db, register, entity, asked);
  const { rows } = entries;
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
    comparison: await compareTax(db, register, asked, entries),
    exports: exports.slice(0, mostShown),
  };
}
