import { clients } from '@daybook/contracts/crm/clients/clients';
import { lookups } from '@daybook/contracts/lookups';
import { uuidv7 } from 'uuidv7';
import { openClientDesk } from '../../../test/fixtures/client-fixture.ts';
import type { ClientDesk } from '../../../test/fixtures/client-fixture.ts';
import { allBut } from '../../../test/test-api.ts';

let { api, admin, crm, acme, whole } = {} as ClientDesk;

beforeAll(async () => {
  ({ api, admin, crm, acme, whole } = await openClientDesk());
});
afterAll(() => api.stop());

describe('clients within a scope', () => {
  it('are found by name, reading, code, registration, e-mail and telephone', async () => {
    const made = await admin.call(clients.create, {
      ...whole(),
      contacts: [{ name: 'Zoë', email: 'zoe@rare.example', phone: '+81312345678' }],
    });
    for (const q of [made.name, 'アクメ', made.code, 'zoe', 'rare.example', '12345678', '732829320']) {
      const { rows } = await admin.call(clients.list, { q, pageSize: 100 });
      expect([q, rows.some(({ id }) => id === made.id)]).toEqual([q, true]);
    }
    const [row] = (await admin.call(clients.list, { q: made.code })).rows;
    expect(row).toMatchObject({ contact: { name: 'Zoë' }, crm: { label: 'Rose Manager' } });
  });

  it('show a warning for a registration that another client has, and name that client only within the scope', async () => {
    const registrations = [{ scheme: 'FR:SIREN' as const, value: '552100554' }];
    const first = await admin.call(clients.create, { ...acme(), registrations });
    const second = await admin.call(clients.create, { ...acme(), registrations });
    expect(second.warnings).toEqual([
      { code: 'SAME_REGISTRATION', value: '552100554', clientId: first.id, label: first.name },
    ]);
    const stranger = await api.as({ userType: 'crm' });
    const third = await stranger.call(clients.create, { ...acme(), registrations });
    expect(third.warnings).toHaveLength(2);
    expect(third.warnings[0]).toMatchObject({ clientId: null, label: null });
  });

  it('are visible only to their own people', async () => {
    const [mine, colleague] = [await api.as({ userType: 'crm' }), await api.as({ userType: 'crm' })];
    const made = await mine.call(clients.create, { ...acme(), crmId: crm.id });
    expect(made.crm.id).toBe(mine.id);
    expect((await mine.call(clients.list, { q: made.name })).rows).toHaveLength(1);
    expect((await colleague.call(clients.list, { q: made.name })).rows).toEqual([]);
    expect(await colleague.call(clients.total, { q: made.name })).toEqual({ total: 0, isCapped: false });
    const file = await colleague.inject({ url: `/api/v1/clients/export?format=csv&q=${made.code}` });
    expect(file.body).not.toContain(made.name);
    const all = [...allBut()];
    const outsider = await api.as({ userType: 'executive', keys: all, scope: 'own' });
    for (const [endpoint, input] of [
      [clients.open, {}],
      [clients.summary, {}],
      [clients.edit, acme()],
      [clients.remove, {}],
      [clients.deactivate, { reason: 'x' }],
      [clients.reactivate, { reason: 'x' }],
    ] as const) {
      const refused = await outsider.refused(endpoint, { ...input, id: made.id }, { version: 1 });
      expect([endpoint.path, refused.code]).toEqual([endpoint.path, 'NOT_FOUND']);
    }
  });

  it.each(['own', 'team', 'department'] as const)(
    'are visible to the manager named on them, whose scope is %s, without any department',
    async (scope) => {
      const manager = await api.as({ userType: 'manager', scope });
      const made = await admin.call(clients.create, { ...acme(), managerId: manager.id });
      expect(made.departments).toEqual([]);
      expect(await manager.call(clients.open, { id: made.id })).toMatchObject({ id: made.id });
      expect((await manager.call(clients.list, { q: made.name })).rows).toHaveLength(1);
      const [found] = await manager.call(lookups.find, { kind: 'client', q: made.name });
      expect(found).toMatchObject({ id: made.id });
      const other = await api.as({ userType: 'manager', scope });
      expect((await other.refused(clients.open, { id: made.id })).code).toBe('NOT_FOUND');
    },
  );

  it('stay visible to whoever entered them', async () => {
    const executive = await api.as({ userType: 'executive', keys: ['clients.add', 'clients.view'] });
    const made = await executive.call(clients.create, acme());
    expect(made.executives.map(({ id }) => id)).toEqual([executive.id]);
    expect(await executive.call(clients.open, { id: made.id })).toMatchObject({ id: made.id });

    const head = await api.as({ userType: 'manager' });
    const departmentId = uuidv7();
    await api.db
      .insertInto('department')
      .values({ id: departmentId, name: `Tax ${departmentId}` })
      .execute();
    await api.db.insertInto('userDepartment').values({ userId: head.id, departmentId }).execute();
    const theirs = await head.call(clients.create, acme());
    expect(await head.call(clients.open, { id: theirs.id })).toMatchObject({
      departments: [{ id: departmentId }],
    });

    const elsewhere = uuidv7();
    await api.db
      .insertInto('department')
      .values({ id: elsewhere, name: `Audit ${elsewhere}` })
      .execute();
    const forOthers = await head.call(clients.create, { ...acme(), departmentIds: [elsewhere] });
    expect(forOthers.departments.map(({ id }) => id).toSorted()).toEqual(
      [departmentId, elsewhere].toSorted(),
    );

    const alone = await api.as({ userType: 'manager', scope: 'department' });
    const own = await alone.call(clients.create, { ...acme(), departmentIds: [elsewhere] });
    expect(await alone.call(clients.open, { id: own.id })).toMatchObject({ executives: [{ id: alone.id }] });
  });

  it('show no amounts without a permission for money, and keep them through an edit without one', async () => {
    const made = await admin.call(clients.create, whole());
    const clerk = await api.as({ keys: ['clients.view', 'clients.edit'] });
    expect(await clerk.call(clients.open, { id: made.id })).toMatchObject({ creditLimit: null });
    expect(await clerk.call(clients.summary, { id: made.id })).toMatchObject({ balances: null });
    await clerk.call(clients.edit, { ...acme(), id: made.id, creditLimit: 1 }, { version: 1 });
    const standing = await admin.call(clients.open, { id: made.id });
    expect(standing).toMatchObject({ creditLimit: 500_000 });
    // The limit is an amount of the currency, so that who does not see it cannot turn it into another one.
    const inYen = { ...acme(), id: made.id, currency: 'JPY' };
    expect((await clerk.refused(clients.edit, inYen, { version: standing.version })).errors).toMatchObject({
      currency: [{ code: 'CURRENCY_OF_LIMIT' }],
    });
    expect(await admin.call(clients.summary, { id: made.id })).toMatchObject({ balances: [] });
  });

  it.each([
    ['list', 'clients.view', clients.list, {}],
    ['total', 'clients.view', clients.total, {}],
    ['open', 'clients.view', clients.open, { id: uuidv7() }],
    ['summary', 'clients.view', clients.summary, { id: uuidv7() }],
    ['export', 'clients.view', clients.export, { format: 'csv' }],
    ['create', 'clients.add', clients.create, {}],
    ['edit', 'clients.edit', clients.edit, { id: uuidv7() }],
    ['remove', 'clients.delete', clients.remove, { id: uuidv7() }],
    ['deactivate', 'clients.deactivate', clients.deactivate, { id: uuidv7() }],
    ['reactivate', 'clients.deactivate', clients.reactivate, { id: uuidv7() }],
  ] as const)('%s needs %s', async (_name, key, endpoint, input) => {
    const other = await api.as({ keys: allBut(key) });
    expect(await other.refused(endpoint, input, { version: 1 })).toMatchObject({
      httpStatus: 403,
      code: 'PERM_DENIED',
    });
  });
});
