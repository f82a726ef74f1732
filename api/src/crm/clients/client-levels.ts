import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { leadingTypes } from '@daybook/contracts/notes';
import type { CurrentUser } from '../../auth/current-user.ts';

interface Levelled {
  level: Expression<unknown>;
  authorId: Expression<unknown>;
  /** The relationship manager of the client. */
  crmId: Expression<unknown>;
}

/** Whether the person reads a note or document of a client that they see (docs/rules.md#notes-by-level). */
export function readableAt(
  { id, userType }: Pick<CurrentUser, 'id' | 'userType'>,
  { level, authorId, crmId }: Levelled,
): Expression<SqlBool> {
  const leads = leadingTypes.some((type) => type === userType);
  return sql<SqlBool>`(${level} = 'everyone' or ${authorId} is not distinct from ${id}::uuid
    or (${level} = 'crm_up' and ${crmId} = ${id}::uuid)
    or (${level} in ('crm_up', 'manager_up') and ${sql.lit(leads)}))`;
}
