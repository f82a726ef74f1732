import type pg from 'pg';
import { z } from 'zod';
import { routes } from '@daybook/api/routes';
import { pathParams } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';

/** One combination of sort, filter and search of a list. `inputs` are sent in turn, so that more than one page is measured. */
export interface ListCase {
  endpoint: Endpoint;
  name: string;
  inputs: Record<string, unknown>[];
}

/** The lists: endpoints that are read page by page and need no id to begin with. A report that is computed as a whole has its own bench. */
export const lists: Endpoint[] = routes
  .map(({ endpoint }) => endpoint)
  .filter(
    ({ method, path, file, input }) =>
      method === 'GET' &&
      !file &&
      pathParams(path).length === 0 &&
      !path.endsWith('/total') &&
      !path.startsWith('/outstanding') &&
      'pageSize' in input.shape &&
      input.safeParse({}).success,
  );

const totals = new Map(routes.map(({ endpoint }) => [endpoint.path, endpoint]));
export const totalOf = ({ path }: Endpoint): Endpoint | undefined => totals.get(`${path}/total`);

/** What people type: common and rare words in each script, and a number. */
export const searches: Record<string, string[]> = {
  Latin: ['moreau', 'textiles', 'lefevre 17', 'deccan'],
  Chinese: ['上海', '科技', '深圳天成', '限公'],
  Japanese: ['商事', '株式', '青葉木材', 'フーズ'],
  'one client': ['moreau 10001', '10006株式', '10007有限'],
};

const inner = (schema: unknown): unknown => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return inner(schema.unwrap());
  if (schema instanceof z.ZodUnion) return inner(schema.options[0]);
  if (schema instanceof z.ZodPipe) return inner(schema.in);
  return schema;
};

/** Queries for the ids that a filter takes, by the name of the filter. */
const idsOf: Record<string, string> = {
  clientId: `select id from client where code like 'C-%7' order by code limit 4`,
  groupId: 'select id from client_group order by id limit 4',
  invoiceId: 'select id from invoice order by id limit 2',
  entityId: 'select id from billing_entity order by id',
  accountId: `select id from ledger_account where system_key in ('bank', 'receivable', 'bad_debt', 'rounding') order by code`,
  categoryId: 'select id from expense_category order by id limit 4',
  recurringCategoryId: 'select id from recurring_task_category order by id limit 4',
  departmentId: 'select id from department order by id',
  crmId: `select id from app_user where user_type = 'crm' order by id limit 4`,
  crm: `select id from app_user where user_type = 'crm' order by id limit 4`,
  owner: `select id from app_user where user_type = 'crm' order by id limit 4`,
  manager: `select id from app_user where user_type = 'manager' order by id limit 4`,
  managerId: `select id from app_user where user_type = 'manager' order by id limit 4`,
  reviewerId: `select id from app_user where user_type = 'manager' order by id limit 4`,
  assigneeId: `select id from app_user where user_type = 'executive' order by id limit 4`,
  userId: `select id from app_user where user_type = 'executive' order by id limit 4`,
  taskId: 'select id from task order by id limit 2',
  serviceId: 'select id from service order by id limit 2',
  executiveId: `select id from app_user where user_type = 'executive' order by id limit 4`,
  claimantId: `select id from app_user where user_type = 'executive' order by id limit 4`,
};

const dates: Record<string, string[]> = {
  from: ['2019-05-01', '2026-10-01'],
  to: ['2019-05-01', '2026-10-01'],
  dueFrom: ['2019-05-01', '2026-10-01'],
  dueTo: ['2019-05-01', '2026-10-01'],
  completedFrom: ['2019-05-01', '2026-10-01'],
  dueBy: ['2019-05-01', '2026-10-01'],
};

async function valuesOf(owner: pg.Client, name: string, schema: unknown): Promise<unknown[]> {
  const query = idsOf[name];
  if (query) return (await owner.query<{ id: string }>(query)).rows.map(({ id }) => id);
  const known = dates[name];
  if (known) return known;
  if (name === 'currency') return ['INR', 'EUR', 'JPY'];
  if (name === 'country') return ['IN', 'FR', 'JP'];
  if (name === 'priority') return [1, 4];
  if (name === 'tag') return ['Year end', 'Board', 'None has it'];
  const choice = inner(schema);
  if (choice instanceof z.ZodEnum) return choice.options;
  return ['true', 'false'];
}

const sortsOf = ({ input }: Endpoint): string[] => {
  const choice = inner(input.shape.sort);
  return choice instanceof z.ZodEnum ? choice.options.map(String) : [];
};

/** The first and the last page of each sort, and the first page of each filter and search under each sort. */
export async function casesOf(owner: pg.Client, endpoint: Endpoint): Promise<ListCase[]> {
  const sorts = sortsOf(endpoint);
  const cases: ListCase[] = [];
  const add = (name: string, inputs: Record<string, unknown>[]) => cases.push({ endpoint, name, inputs });
  for (const sort of sorts) {
    add(sort, [{ sort }]);
    add(`${sort}, last page`, [{ sort, cursor: 'end' }]);
  }
  const filter = inner(endpoint.input.shape.filter);
  if (filter instanceof z.ZodObject)
    for (const [name, schema] of Object.entries(filter.shape)) {
      const values = await valuesOf(owner, name, schema);
      for (const sort of sorts)
        for (const value of values)
          add(`${sort}, ${name} ${idsOf[name] ? `#${values.indexOf(value) + 1}` : String(value)}`, [
            { sort, filter: { [name]: value } },
          ]);
      if (endpoint.path !== '/clients' || name === 'status' || name === 'crm') continue;
      const [crm] = await valuesOf(owner, 'crm', null);
      for (const sort of sorts)
        for (const value of values)
          add(`${sort}, active, of a relationship manager, ${name} #${values.indexOf(value) + 1}`, [
            { sort, filter: { status: 'active', crm, [name]: value } },
          ]);
    }
  if ('q' in endpoint.input.shape)
    for (const [script, words] of Object.entries(searches))
      for (const sort of sorts) for (const q of words) add(`${sort}, ${script} “${q}”`, [{ sort, q }]);
  return cases;
}

/** A cursor in the middle of the years: the given cursor with another day in it. */
export function halfWay(cursor: string): string {
  const place = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { values: (string | number)[] };
  const moved = place.values.map((value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? '2022-11-20' : value,
  );
  return Buffer.from(JSON.stringify({ ...place, values: moved })).toString('base64url');
}
