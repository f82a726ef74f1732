import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { lookups } from '@daybook/contracts/lookups';
import { uuidv7 } from 'uuidv7';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  entityId = await makeEntity(api.db);
});
afterAll(() => api.stop());

const name = () => `Group ${uuidv7()}`;
const clientOf = (crmId = admin.id) => makeClient(api.db, { entityId, crmId });
const family = async (count = 2) => {
  const memberIds = await Promise.all(Array.from({ length: count }, () => clientOf()));
  return admin.call(clientGroups.create, { name: name(), memberIds, payerClientId: memberIds[0] });
};
const raw = (text: string, values: unknown[] = []) => api.appPool.query(text, values);

describe('client groups', () => {
  it('are created with members and a payer among them, edited, and found by name', async () => {
    const [ada, bo, cy] = [await clientOf(), await clientOf(), await clientOf()];
    const given = { name: `Müller ${uuidv7()}`, memberIds: [ada, bo], payerClientId: ada };
    const made = await admin.call(clientGroups.create, given);
    expect(made).toMatchObject({ version: 1, active: true, payer: { id: ada } });
    expect(made.members.map(({ id }) => id).toSorted()).toEqual([ada, bo].toSorted());

    const edited = await admin.call(
      clientGroups.edit,
      { id: made.id, name: given.name, memberIds: [bo, cy], payerClientId: cy },
      { version: 1 },
    );
    expect(edited).toMatchObject({ version: 2, payer: { id: cy } });
    expect((await admin.call(clients.open, { id: ada })).group).toBeNull();
    expect((await admin.call(clients.open, { id: cy })).group).toEqual({ id: made.id, label: given.name });
    const { rows } = await admin.call(clientGroups.list, { q: given.name.replace('ü', 'u') });
    expect(rows).toMatchObject([{ id: made.id, members: 2, payer: { id: cy } }]);
    const listed = await admin.call(clients.list, { filter: { groupId: made.id } });
    expect(listed.rows.map(({ id }) => id).toSorted()).toEqual([bo, cy].toSorted());
    const twin = await admin.refused(clientGroups.create, { name: given.name.toUpperCase() });
    expect(twin).toMatchObject({ code: 'ALREADY_EXISTS', errors: { name: [{ code: 'ALREADY_EXISTS' }] } });
  });

  it('refuse a client of another group, and a payer from outside', async () => {
    const { id, version, members } = await family();
    const outside = await clientOf();
    const taken = { name: name(), memberIds: members.map((one) => one.id) };
    expect((await admin.refused(clientGroups.create, taken)).errors).toMatchObject({
      memberIds: [{ code: 'IN_ANOTHER_GROUP' }],
    });
    const edit = { id, name: name(), memberIds: [members[0]?.id ?? ''], payerClientId: outside };
    expect((await admin.refused(clientGroups.edit, edit, { version })).errors).toMatchObject({
      payerClientId: [{ code: 'NOT_A_MEMBER' }],
    });
    await expect(
      raw('update client_group set payer_client_id = $2 where id = $1', [id, outside]),
    ).rejects.toThrow('client_group_payer');
  });

  it('are chosen on the form of a client, who cannot leave while it is the payer', async () => {
    const group = await family();
    const payer = await admin.call(clients.open, { id: group.payer?.id ?? '' });
    const form = {
      name: 'Ada',
      kind: 'company' as const,
      crmId: admin.id,
      defaultEntityId: entityId,
      taxTreatment: 'registered' as const,
    };
    const left = await admin.refused(
      clients.edit,
      { ...form, id: payer.id, groupId: null },
      { version: payer.version },
    );
    expect(left.errors).toMatchObject({ groupId: [{ code: 'PAYS_FOR_GROUP' }] });
    const joined = await admin.call(clients.create, { ...form, groupId: group.id });
    expect(joined.group).toEqual({ id: group.id, label: group.name });
    const gone = await admin.refused(clients.create, { ...form, groupId: uuidv7() });
    expect(gone.errors).toMatchObject({ groupId: [{ code: 'REFERENCE_UNKNOWN' }] });
  });

  it('can be deactivated only without active clients, and then accept none', async () => {
    const { id, version, members } = await family(1);
    const [member] = members;
    expect(await admin.refused(clientGroups.deactivate, { id }, { version })).toMatchObject({
      httpStatus: 409,
      code: 'GROUP_HAS_CLIENTS',
    });
    await expect(raw('update client_group set active = false where id = $1', [id])).rejects.toMatchObject({
      code: 'DB081',
    });
    const client = await admin.call(clients.open, { id: member?.id ?? '' });
    await admin.call(clients.deactivate, { id: client.id, reason: 'left' }, { version: client.version });
    const idle = await admin.call(clientGroups.deactivate, { id }, { version });
    expect(idle.active).toBe(false);
    const back = { id: client.id, reason: 'returned' };
    expect(await admin.refused(clients.reactivate, back, { version: client.version + 1 })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    expect(await admin.call(lookups.find, { kind: 'client_group', q: idle.name })).toEqual([]);
    await admin.call(clientGroups.reactivate, { id }, { version: idle.version });
    await admin.call(clients.reactivate, back, { version: client.version + 1 });
  });

  it('can be deleted only when they never had a client', async () => {
    const { id, name: label } = await family(1);
    const emptied = await admin.call(clientGroups.edit, { id, name: label }, { version: 1 });
    expect(emptied).toMatchObject({ members: [], payer: null });
    expect(await admin.refused(clientGroups.remove, { id }, { version: 2 })).toMatchObject({
      httpStatus: 409,
      code: 'REFERENCED',
    });
    await expect(raw('update client_group set had_member = false where id = $1', [id])).rejects.toThrow(
      'a client group that had clients cannot be marked as never having had any',
    );
    const fresh = await admin.call(clientGroups.create, { name: name() });
    await admin.call(clientGroups.remove, { id: fresh.id }, { version: 1 });
    expect(await admin.refused(clientGroups.open, { id: fresh.id })).toMatchObject({ httpStatus: 404 });
  });

  it('show each person the clients in their scope, and keep the others', async () => {
    const own = await api.as({ userType: 'manager', scope: 'own', keys: ['clients.view', 'clients.edit'] });
    const [mine, theirs] = [await clientOf(own.id), await clientOf()];
    const group = await admin.call(clientGroups.create, {
      name: name(),
      memberIds: [mine, theirs],
      payerClientId: theirs,
    });
    const seen = await own.call(clientGroups.open, { id: group.id });
    expect(seen).toMatchObject({ payer: null, members: [{ id: mine }] });
    await own.call(clientGroups.edit, { id: group.id, name: group.name, memberIds: [mine] }, { version: 1 });
    const whole = await admin.call(clientGroups.open, { id: group.id });
    expect(whole).toMatchObject({ payer: { id: theirs } });
    expect(whole.members).toHaveLength(2);
    const hidden = await family();
    expect(await own.refused(clientGroups.open, { id: hidden.id })).toMatchObject({ httpStatus: 404 });
    const stolen = { id: group.id, name: group.name, memberIds: [mine, await clientOf()] };
    expect((await own.refused(clientGroups.edit, stolen, { version: 2 })).errors).toMatchObject({
      memberIds: [{ code: 'REFERENCE_UNKNOWN' }],
    });
  });
});
