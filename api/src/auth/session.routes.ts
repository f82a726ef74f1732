import { session } from '@daybook/contracts/auth/session';
import { permissions, roleLists } from '@daybook/contracts/permissions';
import { Refusal } from '@daybook/contracts/refusals';
import { implement } from '../http/implement.ts';
import { appearanceOf } from './account.queries.ts';
import { createFirstUser, isSetUp } from './first-user.ts';
import { hashPassword, needsRehash, passwordMatches } from './passwords.ts';
import { bearerToken, closeSession, openSession } from './sessions.ts';

export const sessionRoutes = implement(
  'auth',
  session,
)({
  async login({ db, input, reply }) {
    const user = await db
      .selectFrom('appUser')
      .select(['id', 'passwordHash', 'userType', 'status'])
      .where('email', '=', input.email)
      .executeTakeFirst();
    const matches = await passwordMatches(user?.passwordHash ?? null, input.password);
    // A client's own login is refused with the same words until a client portal exists (assurance AUT-9).
    if (!user || !matches || user.status !== 'active' || user.userType === 'client')
      throw new Refusal('AUTH_INVALID');
    if (user.passwordHash && needsRehash(user.passwordHash)) {
      const passwordHash = await hashPassword(input.password);
      await db.updateTable('appUser').set({ passwordHash }).where('id', '=', user.id).execute();
    }
    reply.request.securityEvent = 'signed_in';
    return { token: await openSession(db, user.id, reply.request.headers['user-agent']) };
  },

  async me({ db, user }) {
    const { keys, ...known } = user;
    const granted = new Set<string>(user.userType === 'super_admin' ? permissions : keys);
    return { ...known, ...(await appearanceOf(db, user.id)), ...roleLists(granted) };
  },

  async logout({ db, reply }) {
    const token = bearerToken(reply.request);
    if (token) await closeSession(db, token);
    reply.request.securityEvent = 'signed_out';
    void reply.header('Clear-Site-Data', '"cache", "storage"');
    return {};
  },

  async setupState({ db }) {
    return { needed: !(await isSetUp(db)) };
  },

  async setup({ db, input, reply }) {
    const userId = await createFirstUser(db, input);
    reply.request.securityEvent = 'set_up';
    return { token: await openSession(db, userId, reply.request.headers['user-agent']) };
  },
});
