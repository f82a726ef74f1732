import { clientGroups } from '@daybook/contracts/crm/client-groups';
import { history } from '@daybook/contracts/history';
import { tasks } from '@daybook/contracts/tasks/tasks';
import { uuidv7 } from 'uuidv7';
import { makeClient, makeEntity } from '../test/masters.ts';
import { startTestApi } from '../test/test-api.ts';
import type { Caller, TestApi } from '../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;
let clientId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ name: 'Ada' });
  entityId = await makeEntity(api.db);
  clientId = await makeClient(api.db, { entityId, crmId: admin.id });
});
afterAll(() => api.stop());

describe('the history of a record', () => {
  it('tells who changed what, the latest first', async () => {
    const form = { clientId, title: 'VAT return', dueOn: '2026-04-20' };
    const task = await admin.call(tasks.create, form);
    await admin.call(tasks.edit, { ...form, id: task.id, title: 'VAT return Q1' }, { version: task.version });
    const events = await admin.call(history.of, { kind: 'task', id: task.id });
    expect(events.map(({ by, action }) => [by, action])).toEqual([
      ['Ada', 'tasks.edit'],
      ['Ada', 'tasks.create'],
    ]);
    expect(events[0]?.changes).toContainEqual({
      field: 'title',
      before: 'VAT return',
      after: 'VAT return Q1',
    });
  });

  it('of a client group names what was changed, and another payer without their id', async () => {
    const memberIds = [clientId, await makeClient(api.db, { entityId, crmId: admin.id })];
    const group = { name: 'Dupont', memberIds, payerClientId: memberIds[0] };
    const { id, version } = await admin.call(clientGroups.create, group);
    const other = { ...group, id, name: 'Dupont & Fils', payerClientId: memberIds[1] };
    await admin.call(clientGroups.edit, other, { version });
    const [latest] = await admin.call(history.of, { kind: 'client_group', id });
    expect(latest).toMatchObject({ by: 'Ada', action: 'client_groups.edit' });
    expect(latest?.changes).toEqual(
      expect.arrayContaining([
        { field: 'name', before: 'Dupont', after: 'Dupont & Fils' },
        { field: 'payerClientId', before: '', after: '' },
      ]),
    );
    const stranger = await api.as({ userType: 'executive', keys: ['clients.view'] });
    expect(await stranger.refused(history.of, { kind: 'client_group', id })).toMatchObject({
      httpStatus: 404,
    });
  });

  it('is closed to whoever may not open the record', async () => {
    const task = await admin.call(tasks.create, { clientId, title: 'Payroll', dueOn: '2026-04-20' });
    const keyless = await api.as({ keys: ['clients.view'] });
    expect(await keyless.refused(history.of, { kind: 'task', id: task.id })).toMatchObject({
      httpStatus: 403,
    });
    const stranger = await api.as({ userType: 'executive' });
    expect(await stranger.refused(history.of, { kind: 'task', id: task.id })).toMatchObject({
      httpStatus: 404,
    });
    expect(await admin.refused(history.of, { kind: 'task', id: uuidv7() })).toMatchObject({
      httpStatus: 404,
    });
  });
  it('of a person is read by who may open the list they are in', async () => {
    const manager = await api.as({ userType: 'manager', name: 'Mina' });
    const editor = await api.as({ keys: ['managers.edit'] });
    await api.db.updateTable('appUser').set({ phone: '+911234567' }).where('id', '=', manager.id).execute();
    const [latest] = await editor.call(history.of, { kind: 'app_user', id: manager.id });
    expect(latest?.changes).toContainEqual({ field: 'phone', before: '', after: '+911234567' });
    expect(JSON.stringify(latest)).not.toContain('argon2');

    const other = await api.as({ keys: ['executives.edit'] });
    expect(await other.refused(history.of, { kind: 'app_user', id: manager.id })).toMatchObject({
      httpStatus: 403,
    });
    expect(await editor.refused(history.of, { kind: 'app_user', id: admin.id })).toMatchObject({
      httpStatus: 403,
    });
    expect(await editor.refused(history.of, { kind: 'app_user', id: uuidv7() })).toMatchObject({
      httpStatus: 404,
    });
  });
});
