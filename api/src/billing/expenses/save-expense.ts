import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Expense, expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { subtract } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { inScope } from '../../scope.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import type { Address, Registration } from '../documents/parties.ts';
import { getExpense } from './expenses.queries.ts';
import { checkStep } from './expenses.rules.ts';
import { inputTaxOf, recoverableOf, supplierTaxIdOf } from './input-tax.ts';

type Fields = Omit<ParsedInputOf<typeof expenses.create>, 'id'>;

const unknown = (field: string) => refuseField('REFERENCE_UNKNOWN', field);

/** The stored expense: a choice made earlier may stay even if it is no longer offered. */
type Kept = Pick<
  Expense,
  'entity' | 'category' | 'claimant' | 'client' | 'task' | 'ownDepartment' | 'attachment'
> | null;

async function entityOf(db: Db, fields: Fields, kept: Kept) {
  const entity = await db
    .selectFrom('billingEntity')
    .select([
      'id',
      'active',
      'baseCurrency',
      'timezone',
      'country',
      sql<Regime>`regime`.as('regime'),
      sql<Registration[]>`registrations`.as('registrations'),
      sql<Address>`address`.as('address'),
    ])
    .where('id', '=', fields.entityId)
    .executeTakeFirst();
  if (!entity || !(entity.active || kept?.entity.id === entity.id)) throw unknown('entityId');
  if (fields.expenseDate > todayIn(entity.timezone))
    throw refuseField('INPUT_INVALID', 'expenseDate', {}, 'DATE_FUTURE');
  return entity;
}

async function checkCategory(db: Db, id: string, kept: Kept): Promise<void> {
  if (kept?.category.id === id) return;
  const category = await db
    .selectFrom('expenseCategory')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!category) throw unknown('categoryId');
}

async function checkDepartment(db: Db, id: string | null, kept: Kept): Promise<void> {
  if (id === null || id === kept?.ownDepartment?.id) return;
  const department = await db
    .selectFrom('department')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!department) throw unknown('departmentId');
}

/** The caller, or another person if the caller may enter expenses for others. */
async function claimantOf(db: Db, user: CurrentUser, asked: string | null, kept: Kept): Promise<string> {
  const id = asked ?? kept?.claimant.id ?? user.id;
  if (id === user.id || id === kept?.claimant.id) return id;
  if (!holds(user, 'expenses.edit')) throw refuseField('PERM_DENIED', 'claimantId');
  const person = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', id)
    .where('userType', '<>', 'client')
    .where('status', '<>', 'deactivated')
    .where(inScope.expense(user, sql.ref('id')))
    .executeTakeFirst();
  if (!person) throw unknown('claimantId');
  return id;
}

/** The task must belong to the client, and both must be in the caller's scope. */
async function checkWork(db: Db, user: CurrentUser, fields: Fields, kept: Kept): Promise<void> {
  const { clientId, taskId } = fields;
  if (clientId !== null && clientId !== kept?.client?.id) {
    const client = await db
      .selectFrom('client')
      .select('id')
      .where('id', '=', clientId)
      .where('status', '=', 'active')
      .where(inScope.client(user, sql.ref('client.id')))
      .executeTakeFirst();
    if (!client) throw unknown('clientId');
  }
  if (taskId === null) return;
  const task = await db
    .selectFrom('task')
    .select(['id', 'clientId'])
    .where('id', '=', taskId)
    .where('deletedAt', 'is', null)
    .$if(taskId !== kept?.task?.id, (query) =>
      query.where(
        inScope.task(user, sql.ref('task.id'), sql.ref('task.clientId'), sql.ref('task.reviewerId')),
      ),
    )
    .executeTakeFirst();
  if (!task || task.clientId !== clientId) throw unknown('taskId');
}

/** The tax code charged to the client: as entered, or an untaxed code for a disbursement. Null when nothing is charged. */
async function taxCodeOf(db: Db, fields: Fields, regime: string): Promise<string | null> {
  if (!fields.billable) return null;
  const code = await db
    .selectFrom('taxCode')
    .select('id')
    .where('regime', '=', regime)
    .where('active', '=', true)
    .$if(fields.pureAgent, (query) => query.where('category', '=', 'O'))
    .$if(!fields.pureAgent, (query) => query.where('id', '=', fields.taxCodeId))
    .orderBy('code')
    .limit(1)
    .executeTakeFirst();
  if (!code)
    throw fields.pureAgent
      ? refuseField('REFERENCE_UNKNOWN', 'pureAgent', {}, 'NO_UNTAXED_CODE')
      : unknown('taxCodeId');
  return code.id;
}

/** Only the person who uploaded a file may attach it. */
async function checkFile(db: Db, user: CurrentUser, id: string | null, kept: Kept): Promise<void> {
  if (id === null || id === kept?.attachment?.id) return;
  const file = await db
    .selectFrom('attachment')
    .select('id')
    .where('id', '=', id)
    .where('createdBy', '=', user.id)
    .executeTakeFirst();
  if (!file) throw unknown('attachmentId');
}

async function valuesOf(db: Db, user: CurrentUser, fields: Fields, kept: Kept) {
  const entity = await entityOf(db, fields, kept);
  await checkCategory(db, fields.categoryId, kept);
  await checkWork(db, user, fields, kept);
  await checkDepartment(db, fields.departmentId, kept);
  await checkFile(db, user, fields.attachmentId, kept);
  const { taxAmount, billable, pureAgent, chargeAmount, departmentId, ...plain } = fields;
  const net = subtract(fields.gross, taxAmount);
  const supplierTaxId = supplierTaxIdOf(fields);
  const inputTax = await inputTaxOf(db, entity, { ...fields, supplierTaxId });
  const charge = pureAgent ? fields.gross : (chargeAmount ?? net);
  return {
    ...plain,
    currency: entity.baseCurrency,
    net,
    tax: taxAmount,
    taxRecoverable: plain.taxRecoverable && !pureAgent,
    supplierTaxId,
    ownDepartmentId: departmentId,
    inputTax: inputTax && json(inputTax),
    ...recoverableOf(entity.regime, fields),
    claimantId: await claimantOf(db, user, fields.claimantId, kept),
    billable,
    pureAgent,
    chargeAmount: billable ? charge : null,
    taxCodeId: await taxCodeOf(db, fields, entity.regime),
    searchText: normalise(fields.description, fields.supplier, fields.reference),
  };
}

/** Refuses REFERENCE_UNKNOWN on the field concerned, and PERM_DENIED on `claimantId`. */
export async function createExpense(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof expenses.create>,
): Promise<Expense> {
  await db
    .insertInto('expense')
    .values({ id, ...(await valuesOf(db, user, fields, null)) })
    .execute();
  return getExpense(db, user, id);
}

/** Editing a rejected expense makes it a draft again. Refuses as `checkStep` and `createExpense`. */
export async function editExpense(
  db: Db,
  user: CurrentUser,
  { id, ...fields }: ParsedInputOf<typeof expenses.edit>,
  version: number,
): Promise<Expense> {
  const expense = await lockAtVersion(db, 'expense', id, version, () => getExpense(db, user, id));
  checkStep(expense, 'edit', user);
  await db
    .updateTable('expense')
    .set({
      ...(await valuesOf(db, user, fields, expense)),
      status: 'draft',
      rejectionReason: null,
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getExpense(db, user, id);
}

/** Refuses as `checkStep`. */
export async function removeExpense(db: Db, user: CurrentUser, id: string, version: number): Promise<void> {
  const expense = await lockAtVersion(db, 'expense', id, version, () => getExpense(db, user, id));
  checkStep(expense, 'remove', user);
  await db.deleteFrom('expense').where('id', '=', id).execute();
}
