import { session } from '@daybook/contracts/auth/session';
import { permissions, roleLists } from '@daybook/contracts/permissions';
import { implement } from '../http/implement.ts';
import { firmCountry, getFirmMark } from '../settings/firm/firm.queries.ts';
import { appearanceOf } from './account.queries.ts';
import { heldSinceFor } from './held-since.queries.ts';
import { createFirstUser, isSetUp } from './first-user.ts';
import { logIn } from './log-in.ts';
import { bearerToken, closeSession } from './sessions.ts';
import { admit } from './record-sign-in.ts';

export const sessionRoutes = implement(
  'auth',
  session,
)({
  login: async ({ db, input, reply }) => ({ token: await logIn({ db, input, reply }) }),

  async me({ db, user }) {
    const { keys, ...known } = user;
    const granted = new Set<string>(user.userType === 'super_admin' ? permissions : keys);
    const [appearance, heldSince, firm, country] = await Promise.all([
      appearanceOf(db, user.id),
      heldSinceFor(db, user),
      getFirmMark(db),
      firmCountry(db),
    ]);
    return { ...known, ...appearance, ...roleLists(granted), heldSince, firm, firmCountry: country };
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
