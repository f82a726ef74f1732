import type { BillingRule } from '@daybook/contracts/tasks/tasks/billing-rules';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { matches } from '../../db/search.ts';

interface Asked {
  q?: string | undefined;
  filter: {
    active?: boolean | undefined;
    departmentId?: string | undefined;
    serviceId?: string | undefined;
  };
}

// What the lists of both kinds of category have in common. Each query calls its own table `category`.

export function isAskedFor({ q, filter: { active, departmentId, serviceId } }: Asked): RawBuilder<SqlBool> {
  const asked: RawBuilder<unknown>[] = [sql`true`];
  if (active !== undefined) asked.push(sql`category.active = ${active}`);
  if (departmentId !== undefined) asked.push(sql`category.department_id = ${departmentId}`);
  if (serviceId !== undefined) asked.push(sql`category.service_id = ${serviceId}`);
  if (q) asked.push(matches('category', q));
  return sql<SqlBool>`(${sql.join(asked, sql` and `)})`;
}

/** Includes the names of department and service, which the query must join. */
export const categoryColumns = [
  'category.id',
  'category.version',
  'category.name',
  'category.departmentId',
  'department.name as departmentName',
  'category.serviceId',
  'service.name as serviceName',
  'category.fee',
  'category.currency',
  'category.reviewRequired',
  sql<BillingRule | null>`category.billing_rule`.as('billingRule'),
  'category.estimateMin',
  'category.priority',
  'category.active',
] as const;

export const byName = [
  { by: sql`category.name collate "und-x-icu"`, of: ({ name }: { name: string }) => name },
  { by: sql`category.id`, of: ({ id }: { id: string }) => id },
];
