import type { Permission } from '@daybook/contracts/permissions';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { coversAll } from './ceiling.rules.ts';
import { seesNoMore } from './scope.queries.ts';

export type Account = Pick<CurrentUser, 'id' | 'scope'>;

export const keysOf = async (db: Db, userId: string): Promise<Permission[]> => {
  const rows = await db.selectFrom('userGrant').select('key').where('userId', '=', userId).execute();
  return rows.map(({ key }) => key as Permission);
};

/** Whether the account allows and shows nothing beyond the actor's own rights. */
export const isWithin = async (db: Db, actor: CurrentUser, { id, scope }: Account): Promise<boolean> =>
  coversAll(actor, { scope, keys: await keysOf(db, id) }) && (await seesNoMore(db, actor, { id, scope }));
