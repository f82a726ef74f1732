import { session } from '@daybook/contracts/auth/session';
import type { Me } from '@daybook/contracts/auth/session';
import { permissions, roleLists } from '@daybook/contracts/permissions';
import type { Db } from '../db/database.ts';
import { implement } from '../http/implement.ts';
import { columnsOf } from '../list-columns/list-columns.queries.ts';
import { viewsByList } from '../saved-views/saved-views.queries.ts';
import { firmCountry, getFirmMark } from '../settings/firm/firm.queries.ts';
import type { CurrentUser } from './current-user.ts';
import { appearanceOf } from './account.queries.ts';
import { createFirstUser, isSetUp } from './first-user.ts';
import { logIn } from './log-in.ts';
import { bearerToken, closeSession } from './sessions.ts';
import { admit } from './record-sign-in.ts';
import { toldToAdmins } from './told-to-admins.queries.ts';

async function listsOf(db: Db, user: CurrentUser): Promise<Me['lists']> {
  const [columns, views] = await Promise.all([columnsOf(db, user.id), viewsByList(db, user)]);
  return { columns, views };
}

export const sessionRoutes = implement(
  'auth',
  session,
)({
  login: async ({ db, input, reply }) => ({ token: await logIn({ db, input, reply }) }),

  async me({ db, user }) {
    const { keys, ...known } = user;
    const granted = new Set<string>(user.userType === 'super_admin' ? permissions : keys);
    const [appearance, told, firm, country, lists] = await Promise.all([
      appearanceOf(db, user.id),
      toldToAdmins(db, user),
      getFirmMark(db),
      firmCountry(db),
      user.must === null ? listsOf(db, user) : undefined,
    ]);
    return {
      ...known,
      ...appearance,
      ...roleLists(granted),
      ...told,
      firm,
      firmCountry: country,
      lists,
    };
  },

  async logout({ db, reply }) {
    const token = bearerToken(reply.request);
    if (token) await closeSession(db, token);
    reply.request.securityEvent = 'signed_out';
    void reply.header('Clear-Site-Data', '"cache", "storage"');
    return {};
  },

  async setupState({ db }) {
    const [isReady, firm] = await Promise.all([isSetUp(db), getFirmMark(db)]);
    return { needed: !isReady, firm };
  },

  async setup({ db, input, reply }) {
    const first = await createFirstUser(db, input);
    reply.request.securityEvent = 'set_up';
    return { token: await admit(db, reply, first) };
  },
});
