import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { z } from 'zod';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { mostItems } from '@daybook/contracts/billing/pending/pending-invoices';
import type { WorkPlan, pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { planDrafts } from './bill-many.ts';

type Asked = ParsedInputOf<typeof pendingInvoices.planWork>;

const isOf = ({ clientId, groupId, entityId, currency }: Asked['work'][number]) => {
  const whose =
    groupId === null
      ? sql`client_id = ${clientId}`
      : sql`client_id in (select id from client where group_id = ${groupId})`;
  return sql<SqlBool>`(${whose} and entity_id = ${entityId} and currency = ${currency})`;
};

/** The drafts that the open items of these clients or groups would become. If there are too many items for one call, the oldest come first. */
export async function planWork(
  db: Db,
  user: CurrentUser,
  { work, issueDate, by }: Asked,
  language: Language,
): Promise<z.infer<typeof WorkPlan>> {
  const rows = await db
    .selectFrom('pendingItem')
    .select('id')
    .where('status', '=', 'open')
    .where(inScope.client(user, sql.ref('pendingItem.clientId')))
    .where(sql<SqlBool>`(${sql.join(work.map(isOf), sql` or `)})`)
    .orderBy('readyOn')
    .orderBy('id')
    .execute();
  const itemIds = rows.slice(0, mostItems).map(({ id }) => id);
  const left = rows.length - itemIds.length;
  if (itemIds.length === 0) return { drafts: [], goneIds: [], left };
  return { ...(await planDrafts(db, user, { itemIds, issueDate, by }, language)), left };
}
