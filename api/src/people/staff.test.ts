import { departments } from '@daybook/contracts/settings/departments/departments';
import { admins, crms, executives, managers, staffKinds } from '@daybook/contracts/people/staff';
import type { StaffKind } from '@daybook/contracts/people/staff';
import { permissions, presets } from '@daybook/contracts/permissions';
import { uuidv7 } from 'uuidv7';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let owner: Caller;
let tax: string;
let audit: string;

beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin' });
  tax = (await owner.call(departments.create, { name: 'Tax' })).id;
  audit = (await owner.call(departments.create, { name: 'Audit' })).id;
});
afterAll(() => api.stop());

const endpointsOf = { managers, executives, crms, admins };
const kinds = Object.keys(staffKinds) as StaffKind[];

let people = 0;
const person = () => {
  people += 1;
  return {
    name: `Ada ${people}`,
    email: `ada.${people}@firm.test`,
    departmentIds: [tax],
    scope: 'own' as const,
    locale: 'fr' as const,
  };
};

const underneath = (one: Caller | undefined, managerId = '') => ({
  ...person(),
  id: one?.id ?? '',
  managerId,
});

const keysOf = async (userId: string): Promise<string[]> => {
  const rows = await api.db.selectFrom('userGrant').select('key').where('userId', '=', userId).execute();
  return rows.map(({ key }) => key);
};

const belongTo = async (userId: string, ...ids: string[]) => {
  await api.db
    .insertInto('userDepartment')
    .values(ids.map((departmentId) => ({ userId, departmentId })))
    .execute();
};

describe('staff', () => {
  it.each(kinds)('of the %s are invited, edited and removed', async (kind) => {
    const endpoints = endpointsOf[kind];
    const given = { ...person(), phone: '+33612345678', joinedOn: '2026-01-05' };
    const { member, link } = await owner.call(endpoints.create, given);
    expect(member).toMatchObject({
      version: 1,
      userType: staffKinds[kind][0],
      status: 'invited',
      departments: [{ id: tax, label: 'Tax' }],
      manager: null,
      hasTotp: false,
      lastSignInAt: null,
    });
    expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/link#[\w-]{43}$/);
    expect(await keysOf(member.id)).toEqual(expect.arrayContaining([...presets[staffKinds[kind][0]].keys]));

    const edited = await owner.call(
      endpoints.edit,
      {
        ...given,
        id: member.id,
        name: 'Ada Byron',
        phone: null,
        managerId: owner.id,
        departmentIds: [audit],
      },
      { version: 1 },
    );
    expect(edited).toMatchObject({
      version: 2,
      name: 'Ada Byron',
      phone: null,
      manager: { id: owner.id },
      departments: [{ label: 'Audit' }],
    });
    await owner.call(endpoints.remove, { id: member.id }, { version: 2 });
    expect(await owner.refused(endpoints.open, { id: member.id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are of one type: another list does not find them', async () => {
    const { member } = await owner.call(crms.create, person());
    const { id } = member;
    const answers = [
      await owner.refused(managers.open, { id }),
      await owner.refused(managers.edit, { id, ...person() }, { version: 1 }),
      await owner.refused(managers.remove, { id }, { version: 1 }),
      await owner.refused(executives.reset, { id }),
      await owner.refused(admins.holdings, { id }),
    ];
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['NOT_FOUND']));
    expect(await owner.refused(managers.create, { ...person(), userType: 'admin' })).toMatchObject({
      httpStatus: 400,
      errors: { userType: [{ code: 'NOT_A_CHOICE' }] },
    });
  });

  it('are refused on the field that is wrong', async () => {
    const taken = (await owner.call(managers.create, { ...person(), phone: '+33699999999' })).member;
    const cases = [
      [{ departmentIds: [] }, 'departmentIds', 'REQUIRED'],
      [{ departmentIds: [uuidv7()] }, 'departmentIds', 'REFERENCE_UNKNOWN'],
      [{ managerId: uuidv7() }, 'managerId', 'REFERENCE_UNKNOWN'],
      [{ managerId: taken.id }, 'managerId', 'REFERENCE_UNKNOWN'],
      [{ joinedOn: '2026-02-01', leftOn: '2026-01-01' }, 'leftOn', 'DATE_ORDER'],
      [{ email: taken.email.toUpperCase() }, 'email', 'ALREADY_EXISTS'],
      [{ phone: taken.phone }, 'phone', 'ALREADY_EXISTS'],
    ] as const;
    for (const [wrong, field, code] of cases) {
      const refused = await owner.refused(managers.create, { ...person(), ...wrong });
      expect({ field, errors: refused.errors }).toMatchObject({ field, errors: { [field]: [{ code }] } });
    }
  });

  it('need no department unless they are managers or executives', async () => {
    const free = { ...person(), departmentIds: null };
    expect((await owner.call(crms.create, free)).member.departments).toEqual([]);
    expect(
      (await owner.refused(executives.create, { ...free, ...person(), departmentIds: [] })).errors,
    ).toEqual({
      departmentIds: [{ code: 'REQUIRED' }],
    });
  });

  it('cannot join the team of a person in their own team', async () => {
    const [top, middle, low] = await Promise.all(
      [1, 2, 3].map(async () => api.as({ userType: 'executive' })),
    );
    await owner.call(executives.edit, underneath(middle, top?.id), { version: 1 });
    await owner.call(executives.edit, underneath(low, middle?.id), { version: 1 });
    for (const one of [low, middle, top]) {
      expect(await owner.refused(executives.edit, underneath(top, one?.id), { version: 1 })).toMatchObject({
        httpStatus: 409,
        code: 'TEAM_IN_A_CIRCLE',
        errors: { managerId: [{ code: 'TEAM_IN_A_CIRCLE' }] },
      });
    }
  });

  it('cannot be put under each other by two editors at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await api.as({ userType: 'executive' }), await api.as({ userType: 'executive' })];
      const put = (low: Caller, high: Caller) =>
        owner.call(executives.edit, underneath(low, high.id), { version: 1 });
      const results = await Promise.allSettled([put(one, other), put(other, one)]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('are found by name, department, team and status, in pages', async () => {
    const chief = await api.as({ userType: 'manager', name: 'Chief' });
    for (const name of ['Zoé', 'éric', 'Aline', '田中']) {
      await owner.call(crms.create, { ...person(), name: `${name} list`, managerId: chief.id });
    }
    const query = { q: 'list', pageSize: 3 };
    const page = await owner.call(crms.list, query);
    expect(page.rows.map(({ name }) => name)).toEqual(['Aline list', 'éric list', 'Zoé list']);
    const rest = await owner.call(crms.list, { ...query, cursor: page.next ?? '' });
    expect(rest.rows.map(({ name }) => name)).toEqual(['田中 list']);
    const filter = { managerId: chief.id, departmentId: tax, status: 'invited' as const };
    expect(await owner.call(crms.total, { filter })).toEqual({ total: 4, isCapped: false });
    expect(await owner.call(crms.total, { filter: { ...filter, status: 'active' } })).toMatchObject({
      total: 0,
    });
    expect(await owner.call(crms.total, { filter: { ...filter, departmentId: audit } })).toMatchObject({
      total: 0,
    });
    const byMail = await owner.call(crms.list, { sort: '-email', filter });
    expect(byMail.rows.map(({ email }) => email)).toEqual(
      byMail.rows
        .map(({ email }) => email)
        .toSorted()
        .toReversed(),
    );
    const file = await owner.inject({ url: '/api/v1/crms/export?format=csv&q=Aline' });
    expect(file.body.split('\r\n')[1]).toContain('Aline list');
  });
});

describe('an editor of staff', () => {
  it('grants no permission that they do not hold themselves', async () => {
    const held = ['managers.add', 'tasks.view', 'invoices.view'] as const;
    const delegate = await api.as({ userType: 'manager', keys: held, scope: 'all' });
    const { member } = await delegate.call(managers.create, person());
    expect((await keysOf(member.id)).toSorted()).toEqual(['invoices.view', 'tasks.view']);
  });

  it('grants nobody a wider scope than their own', async () => {
    const keys = ['executives.add', 'executives.edit'] as const;
    const scopes = ['own', 'team', 'department', 'all'] as const;
    for (const [own, scope] of scopes.entries()) {
      const delegate = await api.as({ userType: 'manager', keys, scope });
      await belongTo(delegate.id, tax);
      for (const scope of scopes.slice(0, own + 1))
        await delegate.call(executives.create, { ...person(), scope });
      for (const scope of scopes.slice(own + 1))
        expect(await delegate.refused(executives.create, { ...person(), scope })).toMatchObject({
          httpStatus: 422,
          code: 'SCOPE_TOO_WIDE',
          errors: { scope: [{ code: 'SCOPE_TOO_WIDE' }] },
        });
    }
  });

  it('leaves a wider scope as it was, and grants no department that they do not see', async () => {
    const head = await api.as({
      userType: 'manager',
      keys: ['executives.edit', 'tasks.view'],
      scope: 'department',
    });
    await belongTo(head.id, tax);
    const wide = person();
    const { member } = await owner.call(executives.create, { ...wide, scope: 'all' });
    const kept = await head.call(
      executives.edit,
      { ...wide, id: member.id, scope: 'all', name: 'Still sees all' },
      { version: 1 },
    );
    expect(kept).toMatchObject({ scope: 'all', name: 'Still sees all' });
    const more = { ...wide, id: member.id, scope: 'department' as const, departmentIds: [tax, audit] };
    expect((await head.refused(executives.edit, more, { version: 2 })).errors).toEqual({
      departmentIds: [{ code: 'SCOPE_TOO_WIDE', params: {} }],
    });
    await head.call(executives.edit, { ...more, departmentIds: [tax] }, { version: 2 });
  });

  it('changes their own name here, and nothing that decides their rights', async () => {
    const self = await api.as({ userType: 'manager', keys: ['managers.edit'], scope: 'team' });
    await belongTo(self.id, tax);
    const own = { ...person(), id: self.id, scope: 'team' as const };
    await self.call(managers.edit, { ...own, name: 'My new name' }, { version: 1 });
    for (const more of [
      { scope: 'own' as const },
      { departmentIds: [tax, audit] },
      { managerId: owner.id },
    ]) {
      expect(await self.refused(managers.edit, { ...own, ...more }, { version: 2 })).toMatchObject({
        httpStatus: 409,
        code: 'OWN_ACCOUNT',
      });
    }
  });
});

describe('admins and super admins', () => {
  it('are promoted and demoted by super admins, who always see everything', async () => {
    const given = person();
    const { member } = await owner.call(admins.create, { ...given, userType: 'super_admin', scope: 'own' });
    expect(member).toMatchObject({ userType: 'super_admin', scope: 'all' });
    expect(await keysOf(member.id)).toEqual([]);
    const demoted = await owner.call(
      admins.edit,
      { ...given, id: member.id, userType: 'admin', scope: 'all' },
      { version: 1 },
    );
    expect(demoted.userType).toBe('admin');
    expect((await keysOf(member.id)).toSorted()).toEqual([...permissions].toSorted());
    const row = await api.db
      .selectFrom('appUser')
      .select('permVersion')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(row.permVersion).toBe(2);
    const admin = await api.as({ userType: 'admin' });
    expect(await admin.refused(admins.list, {})).toMatchObject({ httpStatus: 403 });
  });

  it('get a link that is shown once: a repeated request answers none', async () => {
    const input = person();
    const first = await owner.call(crms.create, input, { key: 'invite-once' });
    expect(first.link).not.toBeNull();
    expect(await owner.call(crms.create, input, { key: 'invite-once' })).toEqual({ ...first, link: null });
    const { rows } = await api.ownerPool.query<{ all: string }>(
      `select string_agg(reply::text, '') as all from idempotency_key`,
    );
    expect(rows[0]?.all).not.toContain('auth/link#');
  });
});
