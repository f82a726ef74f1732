import { sql } from 'kysely';
import { crmTypes, executiveTypes, managerTypes } from '@daybook/contracts/crm/clients/client-people';
import type { LookupKind, LookupRow } from '@daybook/contracts/lookups';
import { staffTypes } from '@daybook/contracts/permissions';
import type { UserType } from '@daybook/contracts/permissions';
import { inOrderOf } from '../billing/documents/tax-code-order.ts';
import { seesMoney } from '../auth/current-user.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { contains, matches } from '../db/search.ts';
import { inScope } from '../scope.ts';
import { holidayCalendars, recurringTaskCategories, taskCategories } from './category-lookups.ts';
import { limit } from './source.ts';
import type { Source, Wanted } from './source.ts';

const clients: Source = async (db, user, { q, id }) => {
  const rows = await db
    .selectFrom('client')
    .where(inScope.client(user, sql.ref('client.id')))
    .$if(id !== undefined, (query) => query.where('client.id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('client.status', '=', 'active'))
    .$if(Boolean(q), (query) => query.where(matches('client', q ?? '')))
    .select(['id', 'name', 'code', 'currency', 'defaultEntityId', 'docLocale', 'paymentTermsDays'])
    .orderBy(sql`sort_name collate "und-x-icu"`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, ...more }) => ({ id, label: name, more }));
};

const clientGroups: Source = async (db, user, { q, id }) => {
  const rows = await db
    .selectFrom('clientGroup')
    .where(inScope.clientGroup(user, sql.ref('clientGroup.id'), sql.ref('clientGroup.createdBy')))
    .$if(id !== undefined, (query) => query.where('clientGroup.id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('clientGroup.active', '=', true))
    .$if(Boolean(q), (query) => query.where(matches('clientGroup', q ?? '')))
    .select(['id', 'name'])
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, name }) => ({ id, label: name, more: {} }));
};

/** With their departments, which a form proposes for the client. */
const people =
  (...types: readonly UserType[]): Source =>
  async (db, _user, { q, id }) => {
    const rows = await db
      .selectFrom('appUser')
      .where('userType', 'in', types)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .$if(id === undefined, (query) => query.where('status', '=', 'active'))
      .$if(Boolean(q), (query) => query.where(matches('appUser', q ?? '')))
      .select([
        'id',
        'name',
        'userType',
        sql<string[]>`array(select department_id from user_department where user_id = app_user.id)`.as(
          'departmentIds',
        ),
      ])
      .orderBy('name')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, name, ...more }) => ({ id, label: name, more }));
  };

const departments: Source = async (db, _user, { q, id }) => {
  const rows = await db
    .selectFrom('department')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(contains(sql.ref('name'), q ?? '')))
    .select(['id', 'name'])
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(({ id, name }) => ({ id, label: name, more: {} }));
};

/** Includes the price only for people who may see amounts. */
const services: Source = async (db, user, { q, id }) => {
  const rows = await db
    .selectFrom('service')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(matches('service', q ?? '')))
    .select(['id', 'name', 'price', 'currency', 'unit', 'sacHsn', 'taxCodeId'])
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, price, currency, ...more }) => ({
    id,
    label: name,
    more: seesMoney(user) ? { price, currency, ...more } : more,
  }));
};

const taxCodes: Source = async (db, _user, { q, id, entityId }) => {
  const entity =
    entityId === undefined
      ? null
      : await db
          .selectFrom('billingEntity')
          .select(['regime', 'country'])
          .where('id', '=', entityId)
          .executeTakeFirst();
  if (entity === undefined) return [];
  const rows = await db
    .selectFrom('taxCode')
    .$if(entity !== null, (query) => query.where('regime', '=', entity?.regime ?? ''))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(contains(sql`(name || ' ' || code)`, q ?? '')))
    .select((eb) => [
      'id',
      'name',
      'code',
      'regime',
      'kind',
      'category',
      eb
        .selectFrom('taxRate')
        .whereRef('taxRate.taxCodeId', '=', 'taxCode.id')
        .where('validFrom', '<=', sql<string>`current_date`)
        .orderBy('validFrom', 'desc')
        .limit(1)
        .select('rate')
        .as('rate'),
    ])
    .orderBy('regime')
    .orderBy('code')
    .limit(50)
    .execute();
  const ordered = entity === null ? rows : inOrderOf(entity, rows);
  return ordered.map(({ id: codeId, name, ...more }) => ({ id: codeId, label: name, more }));
};

const withholdingCodes: Source = async (db, _user, { q, id }) => {
  const rows = await db
    .selectFrom('withholdingCode')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(contains(sql`(section || ' ' || name)`, q ?? '')))
    .select(['id', 'section', 'name', 'currency'])
    .orderBy('section')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, section, name, ...more }) => ({ id, label: `${section} ${name}`, more }));
};

const billingEntities: Source = async (db, _user, { q, id }) => {
  const rows = await db
    .selectFrom('billingEntity')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(matches('billingEntity', q ?? '')))
    .select(['id', 'name', 'baseCurrency', 'country', 'regime', 'paymentTermsDays', 'docLocale'])
    .orderBy(sql`name collate "und-x-icu"`)
    .limit(limit)
    .execute();
  return rows.map(({ id, name, ...more }) => ({ id, label: name, more }));
};

/** Tasks that are not cancelled, with the client that a form fills in. */
const tasks: Source = async (db, user, { q, id }) => {
  const rows = await db
    .selectFrom('task')
    .where(inScope.task(user, sql.ref('task.id'), sql.ref('task.clientId'), sql.ref('task.reviewerId')))
    .where('deletedAt', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('status', '<>', 'cancelled'))
    .$if(Boolean(q), (query) => query.where(matches('task', q ?? '')))
    .select(['id', 'no', 'title', 'clientId'])
    .orderBy('dueOn', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, no, title, ...more }) => ({ id, label: `${no} ${title}`, more }));
};

const expenseCategories: Source = async (db, _user, { q, id }) => {
  const rows = await db
    .selectFrom('expenseCategory')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(contains(sql.ref('name'), q ?? '')))
    .select(['id', 'name'])
    .orderBy(sql`name collate "und-x-icu"`)
    .limit(limit)
    .execute();
  return rows.map(({ id, name }) => ({ id, label: name, more: {} }));
};

/** The accounts that a category of expenses may post to. */
const expenseAccounts: Source = async (db, _user, { q, id }) => {
  const rows = await db
    .selectFrom('ledgerAccount')
    .where('type', '=', 'expense')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(Boolean(q), (query) => query.where(contains(sql`(code || ' ' || name)`, q ?? '')))
    .select(['id', 'code', 'name'])
    .orderBy('code')
    .limit(limit)
    .execute();
  return rows.map(({ id, code, name }) => ({ id, label: `${code} ${name}`, more: {} }));
};

const sources: Record<LookupKind, Source> = {
  client: clients,
  client_group: clientGroups,
  person: people(...staffTypes),
  crm: people(...crmTypes),
  manager: people(...managerTypes),
  executive: people(...executiveTypes),
  department: departments,
  service: services,
  tax_code: taxCodes,
  withholding_code: withholdingCodes,
  billing_entity: billingEntities,
  task: tasks,
  expense_category: expenseCategories,
  expense_account: expenseAccounts,
  task_category: taskCategories,
  recurring_task_category: recurringTaskCategories,
  holiday_calendar: holidayCalendars,
};

export const lookUp = (db: Db, user: CurrentUser, kind: LookupKind, wanted: Wanted): Promise<LookupRow[]> =>
  sources[kind](db, user, wanted);
