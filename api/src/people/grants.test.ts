import { pino } from 'pino';
import { services } from '@daybook/contracts/settings/services/services';
import { session } from '@daybook/contracts/auth/session';
import { grants } from '@daybook/contracts/people/grants';
import { managers } from '@daybook/contracts/people/staff';
import { permissions } from '@daybook/contracts/permissions';
import type { Permission } from '@daybook/contracts/permissions';
import { uuidv7 } from 'uuidv7';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { openDatabase } from '../db/database.ts';
import type { Database } from '../db/database.ts';
import { buildServer } from '../http/server.ts';

let api: TestApi;
let owner: Caller;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

const storedOf = async ({ id }: Caller): Promise<string[]> => {
  const rows = await api.db.selectFrom('userGrant').select('key').where('userId', '=', id).execute();
  return rows.map(({ key }) => key).toSorted();
};

describe('grants', () => {
  it('are the whole list of permissions, and a change raises their version', async () => {
    const person = await api.as({ userType: 'executive', keys: ['tasks.view'] });
    const before = await owner.call(grants.open, { id: person.id });
    expect(before).toMatchObject({ version: 1, keys: ['tasks.view'], userType: 'executive', scope: 'own' });
    expect(before.grantable).toEqual(permissions);

    const keys: Permission[] = ['services', 'invoices.view', 'services'];
    const after = await owner.call(grants.put, { id: person.id, keys }, { version: 1 });
    expect(after).toMatchObject({ version: 2, keys: ['invoices.view', 'services'] });
    expect(await storedOf(person)).toEqual(['invoices.view', 'services']);
    expect((await person.call(session.me, {})).permVersion).toBe(2);
    const notices = await api.db
      .selectFrom('notification')
      .select(['kind', 'recordKind', 'recordId'])
      .where('userId', '=', person.id)
      .execute();
    expect(notices).toEqual([{ kind: 'rights_changed', recordKind: null, recordId: null }]);

    const same = await owner.call(grants.put, { id: person.id, keys }, { version: 2 });
    expect(same.version).toBe(2);
    const { rows } = await api.ownerPool.query(
      `select distinct actor_id, action from audit_event where entity = 'user_grant' and entity_id = $1
         and action <> 'insert'`,
      [person.id],
    );
    expect(rows).toEqual([{ actor_id: owner.id, action: 'grants.put' }]);
  });

  it('change once when two people change them at once, and the other person sees the result', async () => {
    const person = await api.as({ userType: 'executive', keys: [] });
    const put = (keys: Permission[]) =>
      owner.call(grants.put, { id: person.id, keys }, { version: 1 }).then(
        () => 'done',
        (error: Error) => error.message,
      );
    const answers = await Promise.all([put(['services']), put(['packages'])]);
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(answers.find((answer) => answer !== 'done')).toContain('VERSION_CONFLICT');
    const late = await owner.refused(grants.put, { id: person.id, keys: [] }, { version: 1 });
    expect(late).toMatchObject({ httpStatus: 412, data: { version: 2 } });
    expect(await storedOf(person)).toHaveLength(1);
  });

  // docs/rules.md#permissions-are-leaves
  it('are single permissions: a group, a section and an unknown key are refused and nothing is stored', async () => {
    const person = await api.as({ userType: 'executive', keys: [] });
    for (const key of ['invoices', 'billing', 'invoices.everything', 'people', '', 1, null]) {
      expect(
        await owner.refused(grants.put, { id: person.id, keys: ['services', key] }, { version: 1 }),
      ).toMatchObject({ httpStatus: 400, errors: { 'keys.1': [{}] } });
    }
    expect(await storedOf(person)).toEqual([]);
    expect(await owner.refused(grants.open, { id: uuidv7() })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a delegate', () => {
  const held = ['users.manage_permissions', 'tasks.view', 'invoices.view'] as const;

  it('grants and revokes only permissions that they hold, and the others stay', async () => {
    const delegate = await api.as({ userType: 'manager', keys: held });
    const person = await api.as({ userType: 'executive', keys: ['services', 'tasks.view'] });
    const { id } = person;
    expect((await delegate.call(grants.open, { id })).grantable.toSorted()).toEqual([...held].toSorted());
    const put = (keys: Permission[], version: number) => [grants.put, { id, keys }, { version }] as const;
    for (const keys of [
      ['tasks.view'],
      ['services', 'tasks.view', 'packages'],
      ['invoices.view', 'packages'],
      [],
    ] as Permission[][]) {
      expect(await delegate.refused(...put(keys, 1))).toMatchObject({
        httpStatus: 422,
        code: 'GRANT_NOT_HELD',
        errors: { keys: [{ code: 'GRANT_NOT_HELD' }] },
      });
    }
    const after = await delegate.call(...put(['services', 'invoices.view'], 1));
    expect(after.keys).toEqual(['invoices.view', 'services']);
  });

  it('grants each of the 62 permissions only when they hold that one', async () => {
    const person = await api.as({ userType: 'executive', keys: [] });
    const id = person.id;
    const leaves = permissions.filter((key) => key !== 'users.manage_permissions');
    for (const key of leaves) {
      const delegate = await api.as({ userType: 'manager', keys: ['users.manage_permissions', key] });
      const { version } = await owner.call(grants.open, { id });
      const other = leaves.filter((one) => one !== key);
      expect(await delegate.refused(grants.put, { id, keys: other }, { version })).toMatchObject({
        code: 'GRANT_NOT_HELD',
      });
      const given = await delegate.call(grants.put, { id, keys: [key] }, { version });
      await delegate.call(grants.put, { id, keys: [] }, { version: given.version });
    }
    expect(await storedOf(person)).toEqual([]);
  });
});

describe('a change of rights', () => {
  let second: Database;
  let there: Awaited<ReturnType<typeof buildServer>>;
  beforeAll(async () => {
    second = openDatabase(api.urls.app, pino({ level: 'silent' }));
    there = await buildServer(second, { LOG_LEVEL: 'silent', SITE_DIR: undefined, TRUST_PROXY: false });
  });
  afterAll(async () => {
    await there.close();
    await second.close();
  });

  // docs/rules.md#rights-take-effect-at-once
  it('takes effect with the next request on every server: permissions, deactivation and the end of sessions', async () => {
    for (let trial = 0; trial < 100; trial += 1) {
      const person = await api.as({ userType: 'manager', keys: ['services'] });
      const elsewhere = callerOf(there, person.id, person.token);
      await elsewhere.call(services.list, {});
      await owner.call(grants.put, { id: person.id, keys: [] }, { version: 1 });
      expect(await elsewhere.refused(services.list, {})).toMatchObject({ httpStatus: 403 });
      if (trial % 2 === 0) await owner.call(managers.deactivate, { id: person.id }, { version: 1 });
      else await owner.call(managers.endSessions, { id: person.id });
      expect(await elsewhere.refused(session.me, {})).toMatchObject({ httpStatus: 401 });
    }
  });
});
