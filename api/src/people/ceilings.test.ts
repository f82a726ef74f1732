import { isDeepStrictEqual } from 'node:util';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { grants } from '@daybook/contracts/people/grants';
import { admins, crms, executives, managers } from '@daybook/contracts/people/staff';
import { permissions, presets, userTypes } from '@daybook/contracts/permissions';
import type { UserType } from '@daybook/contracts/permissions';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let departmentId: string;
beforeAll(async () => {
  api = await startTestApi();
  const owner = await api.as({ userType: 'super_admin' });
  departmentId = (await owner.call(departments.create, { name: 'Tax' })).id;
});
afterAll(() => api.stop());

const endpointsOf = {
  super_admin: admins,
  admin: admins,
  manager: managers,
  executive: executives,
  crm: crms,
  // Clients' own logins have no list, so no address finds them.
  client: managers,
};

let people = 0;
const form = (userType: UserType, scope: (typeof presets)[UserType]['scope']) => {
  people += 1;
  return {
    name: 'Ada',
    email: `ada.${people}@firm.test`,
    userType,
    scope,
    departmentIds: [departmentId],
    locale: 'en' as const,
  };
};

type Act = (actor: Caller, type: UserType, target: Caller) => Promise<unknown>;

const actions: Record<string, Act> = {
  create: (actor, type) => actor.call(endpointsOf[type].create, form(type, 'own')),
  edit: (actor, type, { id }) =>
    actor.call(endpointsOf[type].edit, { id, ...form(type, presets[type].scope) }, { version: 1 }),
  deactivate: (actor, type, { id }) => actor.call(endpointsOf[type].deactivate, { id }, { version: 1 }),
  remove: (actor, type, { id }) => actor.call(endpointsOf[type].remove, { id }, { version: 1 }),
  reset: (actor, type, { id }) => actor.call(endpointsOf[type].reset, { id }),
  endSessions: (actor, type, { id }) => actor.call(endpointsOf[type].endSessions, { id }),
  transfer: async (actor, type, { id }) =>
    actor.call(endpointsOf[type].transfer, {
      id,
      toId: (await api.as({ userType: 'admin' })).id,
      kinds: ['teamMembers'],
    }),
  grant: (actor, _type, { id }) => actor.call(grants.put, { id, keys: ['tasks.view'] }, { version: 1 }),
};

const level: Record<UserType, number> = {
  client: 0,
  crm: 1,
  executive: 1,
  manager: 2,
  admin: 3,
  super_admin: 4,
};
/** All actors hold every permission and see everything. */
function isAllowed(action: string, actor: UserType, target: UserType): boolean {
  if (target === 'client' || actor === 'client') return false;
  if (action === 'grant' && target === 'super_admin') return false;
  if (target === 'admin' || target === 'super_admin') return actor === 'super_admin';
  return level[actor] >= level[target];
}

const allPowerful = new Map<UserType, Promise<Caller>>();
/** One person of each type with every permission: granting them all takes longer than what they do. */
function actorOf(userType: UserType): Promise<Caller> {
  const actor = allPowerful.get(userType) ?? api.as({ userType, keys: permissions, scope: 'all' });
  allPowerful.set(userType, actor);
  return actor;
}

const everyPair = userTypes.flatMap((actor) => userTypes.map((target) => [actor, target] as const));

// docs/rules.md#no-self-promotion: 6 × 6 × 8
describe('nobody raises themselves or others above their own rank', () => {
  it.each(everyPair)('%s over %s', async (actorType, targetType) => {
    for (const [action, act] of Object.entries(actions)) {
      const actor = await actorOf(actorType);
      const target = await api.as({ userType: targetType });
      // The refusal is recorded, and nothing else happened.
      const counted = `select count(*) from audit_event where entity <> 'refusal'`;
      const { rows: before } = await api.ownerPool.query(counted);
      const outcome = await act(actor, targetType, target).then(
        () => 'done',
        (error: Error) => /PERM_DENIED|NOT_FOUND|NOT_A_CHOICE/.exec(error.message)?.[0] ?? error.message,
      );
      const isDone = isAllowed(action, actorType, targetType);
      expect({ action, outcome, isDone: outcome === 'done' }).toEqual({ action, outcome, isDone });
      expect(['done', 'PERM_DENIED', 'NOT_FOUND', 'NOT_A_CHOICE']).toContain(outcome);
      const { rows: after } = await api.ownerPool.query(counted);
      // A transfer needs a colleague, who is created here.
      const isUntouched = action === 'transfer' || isDeepStrictEqual(after, before);
      expect({ action, isUntouched: isDone || isUntouched }).toEqual({ action, isUntouched: true });
    }
  });

  it.each(userTypes)('%s over themselves', async (type) => {
    for (const [action, act] of Object.entries(actions)) {
      if (action === 'create') continue;
      const self = await api.as({ userType: type, keys: permissions, scope: 'all' });
      await expect(act(self, type, self)).rejects.toThrow(/OWN_ACCOUNT|PERM_DENIED|NOT_FOUND|NOT_A_CHOICE/);
      const row = await api.db
        .selectFrom('appUser')
        .select(['status', 'permVersion', 'userType', 'scope'])
        .where('id', '=', self.id)
        .executeTakeFirst();
      expect(row).toEqual({ status: 'active', permVersion: 1, userType: type, scope: 'all' });
    }
  });
});
