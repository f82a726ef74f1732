import type { Conversion } from '@daybook/contracts/crm/enquiries/conversion';
import { crmTypes } from '@daybook/contracts/crm/clients/client-people';
import { schemeOf } from '@daybook/contracts/identifiers/scheme-of';
import { addDays } from '@daybook/contracts/plain-date';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { readFirmsToday } from './firms-today.queries.ts';
import { getEnquiry } from './enquiries.queries.ts';

/** The days until a first task is due whose category does not say it. */
const usualDays = 14;

/** What a conversion would make of the enquiry. Refuses NOT_FOUND. */
export async function proposeConversion(db: Db, user: CurrentUser, id: string): Promise<Conversion> {
  const { name, company, email, phone, owner, services, taxId, nextActionOn } = await getEnquiry(
    db,
    user,
    id,
  );
  const serviceIds = services.map((service) => service.id);
  return {
    client: {
      name: company ?? name,
      kind: company === null ? 'individual' : 'company',
      crmId: await crmOf(db, user, owner.id),
      departmentIds: await departmentsOf(db, serviceIds),
      defaultEntityId: await onlyEntity(db),
    },
    contact: { name, email, phone },
    taxId,
    taxScheme: taxId === null ? null : schemeOf(taxId, await countriesOf(db)),
    nextAction:
      nextActionOn === null ? null : { dueOn: nextActionOn, assigneeIds: await presentAmong(db, owner.id) },
    tasks: holds(user, 'tasks.create') ? await tasksFor(db, serviceIds, owner.id) : [],
  };
}

/** A relationship manager keeps the client; anybody else proposes the owner of the enquiry, if that person can be one. */
async function crmOf(db: Db, user: CurrentUser, ownerId: string): Promise<string | null> {
  if (user.userType === 'crm') return user.id;
  const owner = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', ownerId)
    .where('userType', 'in', crmTypes)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return owner?.id ?? null;
}

async function departmentsOf(db: Db, serviceIds: readonly string[]): Promise<string[]> {
  if (serviceIds.length === 0) return [];
  const departments = await db
    .selectFrom('service')
    .innerJoin('department', 'department.id', 'service.departmentId')
    .where('service.id', 'in', serviceIds)
    .where('department.active', '=', true)
    .select('department.id')
    .distinct()
    .execute();
  return departments.map(({ id }) => id);
}

/** The billing entity, where there is only one to choose. */
async function onlyEntity(db: Db): Promise<string | null> {
  const [first, second] = await db
    .selectFrom('billingEntity')
    .select('id')
    .where('active', '=', true)
    .limit(2)
    .execute();
  return second === undefined ? (first?.id ?? null) : null;
}

/** A task is not given to somebody who has left. */
async function presentAmong(db: Db, ownerId: string): Promise<string[]> {
  const present = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', ownerId)
    .where('status', '<>', 'deactivated')
    .execute();
  return present.map(({ id }) => id);
}

/** The countries of the billing entities. */
async function countriesOf(db: Db): Promise<string[]> {
  const entities = await db
    .selectFrom('billingEntity')
    .select('country')
    .where('active', '=', true)
    .distinct()
    .execute();
  return entities.map(({ country }) => country);
}

async function tasksFor(
  db: Db,
  serviceIds: readonly string[],
  ownerId: string,
): Promise<Conversion['tasks']> {
  if (serviceIds.length === 0) return [];
  const today = await readFirmsToday(db);
  const categories = await db
    .selectFrom('taskCategory')
    .innerJoin('service', 'service.id', 'taskCategory.serviceId')
    .select(['taskCategory.id', 'taskCategory.name', 'title', 'slaDays'])
    .where('serviceId', 'in', serviceIds)
    .where('taskCategory.active', '=', true)
    .where('service.active', '=', true)
    .orderBy('taskCategory.name')
    .limit(5)
    .execute();
  const assigneeIds = await presentAmong(db, ownerId);
  return categories.map((category) => ({
    categoryId: category.id,
    title: category.title ?? category.name,
    dueOn: addDays(today, category.slaDays ?? usualDays),
    assigneeIds,
  }));
}
