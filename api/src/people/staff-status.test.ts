import { account } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { admins, crms, executives } from '@daybook/contracts/people/staff';
import { hashPassword } from '../auth/passwords.ts';
import { makeEntity, makeClient } from '../../test/fixtures/masters.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Person } from '../../test/people.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let owner: Caller;
beforeEach(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin', name: 'Owner' });
});
afterEach(() => api.stop());

const password = 'correct horse battery staple';

const withPassword = async (person: Caller): Promise<string> => {
  const row = await api.db
    .updateTable('appUser')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', person.id)
    .returning('email')
    .executeTakeFirstOrThrow();
  return row.email;
};

const nobody = () => callerOf(api.app, '', '');
const rightsOf = (id: string) =>
  api.db
    .selectFrom('appUser')
    .select(['status', 'permVersion', 'leftOn', 'passwordHash', 'totpSecret'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('deactivation', () => {
  it('ends all sessions at once, records the last day and refuses the right password', async () => {
    const leaver = await api.as({ userType: 'executive' });
    const email = await withPassword(leaver);
    const left = await owner.call(executives.deactivate, { id: leaver.id }, { version: 1 });
    expect(left).toMatchObject({ version: 2, status: 'deactivated' });
    expect(left.leftOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await leaver.refused(session.me, {})).toMatchObject({ httpStatus: 401 });
    expect(await nobody().refused(session.login, { email, password })).toMatchObject({
      code: 'AUTH_INVALID',
    });
    expect((await rightsOf(leaver.id)).permVersion).toBe(2);

    expect(await owner.refused(executives.deactivate, { id: leaver.id }, { version: 2 })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    const back = await owner.call(executives.reactivate, { id: leaver.id }, { version: 2 });
    expect(back).toMatchObject({ status: 'active', leftOn: null });
    await nobody().call(session.login, { email, password });
    expect(await leaver.refused(session.me, {})).toMatchObject({ httpStatus: 401 });
  });

  it('ends an invitation too, and a reactivated person is invited again', async () => {
    const made = await owner.call(crms.create, {
      name: 'Ada',
      email: 'ada@firm.test',
      scope: 'own',
      locale: 'en',
      joinedOn: '2199-01-01',
    });
    const { id } = made.member;
    const token = made.link?.split('#')[1] ?? '';
    await nobody().call(account.readLink, { token });
    const left = await owner.call(crms.deactivate, { id }, { version: 1 });
    expect(left.leftOn).toBe('2199-01-01');
    expect(await nobody().refused(account.readLink, { token })).toMatchObject({ code: 'LINK_INVALID' });
    expect(await owner.call(crms.reactivate, { id }, { version: 2 })).toMatchObject({ status: 'invited' });
    expect(await nobody().refused(account.readLink, { token })).toMatchObject({ code: 'LINK_INVALID' });
  });
});

describe('removal', () => {
  it('is possible only for a person whom no record names', async () => {
    const [crm, executive, chief] = [
      await api.as({ userType: 'crm' }),
      await api.as({ userType: 'executive' }),
      await api.as({ userType: 'executive' }),
    ];
    const entityId = await makeEntity(api.db);
    const clientId = await makeClient(api.db, { entityId, crmId: crm.id });
    await owner.call(tasks.create, {
      title: 'Return',
      clientId,
      dueOn: '2026-03-31',
      assigneeIds: [executive.id],
    });
    await api.db.updateTable('appUser').set({ managerId: chief.id }).where('id', '=', crm.id).execute();
    for (const [endpoints, one] of [
      [crms, crm],
      [executives, executive],
      [executives, chief],
    ] as const) {
      expect(await owner.refused(endpoints.remove, { id: one.id }, { version: 1 })).toMatchObject({
        httpStatus: 409,
        code: 'REFERENCED',
      });
    }
    const unused = await api.as({ userType: 'executive' });
    await owner.call(executives.remove, { id: unused.id }, { version: 1 });
    expect(await unused.refused(session.me, {})).toMatchObject({ httpStatus: 401 });
  });
});

describe('a reset', () => {
  it('ends the old password, all sessions and, when asked, the second factor', async () => {
    const person = await api.as({ userType: 'executive' });
    const email = await withPassword(person);
    await api.db
      .updateTable('appUser')
      .set({ totpSecret: Buffer.from('x'), totpLastStep: 1 })
      .where('id', '=', person.id)
      .execute();
    await api.db
      .insertInto('recoveryCode')
      .values({ userId: person.id, codeHash: Buffer.from('y') })
      .execute();
    const { member, link } = await owner.call(executives.reset, { id: person.id });
    expect(member).toMatchObject({ status: 'active', hasTotp: true });
    expect(await person.refused(session.me, {})).toMatchObject({ httpStatus: 401 });
    expect(await nobody().refused(session.login, { email, password })).toMatchObject({
      code: 'AUTH_INVALID',
    });

    const again = await owner.call(executives.reset, { id: person.id, resetTotp: true });
    expect(again.member.hasTotp).toBe(false);
    expect(await api.db.selectFrom('recoveryCode').selectAll().execute()).toEqual([]);
    const [old = '', fresh = ''] = [link, again.link].map((one) => one?.split('#')[1] ?? '');
    expect(await nobody().refused(account.readLink, { token: old })).toMatchObject({ code: 'LINK_INVALID' });
    const chosen = { token: fresh, password: 'naïve café 東京 twelve' };
    expect(await nobody().call(account.acceptLink, chosen)).toEqual({ email });
    await nobody().call(session.login, { email, password: chosen.password });
  });

  it('is refused for a person who has left', async () => {
    const person = await api.as({ userType: 'executive' });
    await owner.call(executives.deactivate, { id: person.id }, { version: 1 });
    expect(await owner.refused(executives.reset, { id: person.id })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  it('or a new address gives nobody permissions that they lack', async () => {
    const keys = ['executives.edit', 'tasks.view'] as const;
    const delegate = await api.as({ userType: 'manager', keys, scope: 'team' });
    const departmentId = (
      await api.db
        .insertInto('department')
        .values({ id: owner.id, name: 'Tax' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    const form = { name: 'E', departmentIds: [departmentId], locale: 'en' as const };
    const target = async (person: Pick<Person, 'keys' | 'scope'>) => {
      const { id } = await api.as({ userType: 'executive', ...person });
      return { ...form, id, scope: person.scope ?? 'own', email: `taken.${id}@evil.test` };
    };
    const covered = await target({ keys: ['tasks.view'], scope: 'own' });
    await delegate.call(executives.edit, covered, { version: 1 });
    await delegate.call(executives.reset, { id: covered.id });
    for (const person of [
      { keys: ['tasks.view', 'invoices.add'], scope: 'own' },
      { keys: ['tasks.view'], scope: 'all' },
    ] as const) {
      const given = await target(person);
      for (const refused of [
        await delegate.refused(executives.edit, given, { version: 1 }),
        await delegate.refused(executives.reset, { id: given.id }),
      ])
        expect(refused).toMatchObject({ httpStatus: 403, code: 'PERM_DENIED' });
    }
  });
});

describe('ending someone’s sessions', () => {
  it('answers how many there were, and leaves the account as it is', async () => {
    const person = await api.as({ userType: 'crm' });
    const email = await withPassword(person);
    await nobody().call(session.login, { email, password });
    expect(await owner.call(crms.endSessions, { id: person.id })).toEqual({ ended: 2 });
    expect(await person.refused(session.me, {})).toMatchObject({ httpStatus: 401 });
    expect(await owner.call(crms.endSessions, { id: person.id })).toEqual({ ended: 0 });
    await nobody().call(session.login, { email, password });
  });
});

describe('the last active super admin', () => {
  it('remains when two deactivate, demote or remove each other at once', async () => {
    const endings = ['deactivate', 'edit', 'remove'] as const;
    for (const ending of endings) {
      for (let round = 0; round < 5; round += 1) {
        const pair = [owner, await api.as({ userType: 'super_admin' })] as const;
        const end = async (actor: Caller, target: Caller) => {
          const { version } = await actor.call(admins.open, { id: target.id });
          const form = {
            name: 'A',
            email: `${target.id}@firm.test`,
            userType: 'admin' as const,
            scope: 'all' as const,
            locale: 'en' as const,
          };
          return () =>
            ending === 'edit'
              ? actor.call(admins.edit, { id: target.id, ...form }, { version })
              : actor.call(admins[ending], { id: target.id }, { version });
        };
        const both = [await end(pair[0], pair[1]), await end(pair[1], pair[0])];
        const results = await Promise.allSettled(both.map((one) => one()));
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const left = await api.db
          .selectFrom('appUser')
          .select('id')
          .where('userType', '=', 'super_admin')
          .where('status', '=', 'active')
          .execute();
        expect(left).toHaveLength(1);
        owner = pair.find(({ id }) => id === left[0]?.id) ?? owner;
      }
    }
  });

  it('cannot end their own account', async () => {
    const { id } = owner;
    const form = { name: 'O', email: 'o@firm.test', scope: 'all' as const, locale: 'en' as const };
    const answers = [
      await owner.refused(admins.deactivate, { id }, { version: 1 }),
      await owner.refused(admins.remove, { id }, { version: 1 }),
      await owner.refused(admins.reset, { id }),
      await owner.refused(admins.endSessions, { id }),
      await owner.refused(admins.transfer, { id, toId: id, kinds: ['teamMembers'] }),
      await owner.refused(admins.edit, { id, ...form, userType: 'admin' }, { version: 1 }),
    ];
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'OWN_ACCOUNT'));
  });
});
