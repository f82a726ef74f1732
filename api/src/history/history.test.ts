import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { history } from '@daybook/contracts/history';
import type { HistoryKind } from '@daybook/contracts/history';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { uuidv7 } from 'uuidv7';
import { makeClient, makeEntity, makeTaxCode } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

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
  it('shows who changed what, the latest first', async () => {
    const form = { clientId, title: 'VAT return', dueOn: '2026-04-20' };
    const task = await admin.call(tasks.create, form);
    await admin.call(tasks.edit, { ...form, id: task.id, title: 'VAT return Q1' }, { version: task.version });
    const { events } = await admin.call(history.of, { kind: 'task', id: task.id });
    expect(events.map(({ by, action }) => [by, action])).toEqual([
      ['Ada', 'tasks.edit'],
      ['Ada', 'tasks.create'],
    ]);
    expect(events[0]?.changes).toContainEqual({
      field: 'title',
      before: { as: 'text', text: 'VAT return' },
      after: { as: 'text', text: 'VAT return Q1' },
    });
  });

  it('is refused to people who may not open the record', async () => {
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

  it('of a task has its people, steps and notes, without amounts for people who see no money, and without the text of notes', async () => {
    const taxCodeId = await makeTaxCode(api.db, { code: 'S21', rate: '21' });
    const serviceId = uuidv7();
    await api.db.insertInto('service').values({ id: serviceId, name: 'Payroll', taxCodeId }).execute();
    const billed = { billable: true, serviceId, billingEntityId: entityId };
    const form = { clientId, title: 'Payroll', dueOn: '2026-04-20', ...billed, fee: 10_000 };
    const checklist = [{ title: 'Collect slips', mandatory: false }];
    const task = await admin.call(tasks.create, { ...form, checklist });
    const item = task.checklist[0]?.id ?? '';
    const ticked = await admin.call(
      tasks.tickChecklistItem,
      { id: task.id, itemId: item, done: true },
      { version: task.version },
    );
    await admin.call(taskTalk.addNote, { id: task.id, body: 'They are late again' });
    const kept = [...checklist.map((one) => ({ ...one, id: item })), { title: 'File', mandatory: false }];
    const doer = await api.as({ userType: 'executive', name: 'Eve', scope: 'all', keys: ['tasks.view'] });
    await admin.call(
      tasks.edit,
      { ...form, id: task.id, fee: 12_000, assigneeIds: [doer.id], checklist: kept },
      { version: ticked.version },
    );
    const told = async (caller: Caller) =>
      (await caller.call(history.of, { kind: 'task', id: task.id })).events.map(
        ({ action, changes, parts }) => [
          action,
          ...changes.map(({ field }) => field),
          ...parts.map(({ part, step, label }) => `${part} ${step} ${label}`),
        ],
      );
    expect(await told(admin)).toEqual([
      ['tasks.edit', 'fee', 'assignee added Eve', 'checklist added File'],
      ['tasks.addNote', 'note added null'],
      ['tasks.tickChecklistItem', 'checklist done Collect slips'],
      ['tasks.create'],
    ]);
    expect((await told(doer))[0]).toEqual(['tasks.edit', 'assignee added Eve', 'checklist added File']);
    const { events } = await admin.call(history.of, { kind: 'task', id: task.id });
    expect(JSON.stringify(events)).not.toContain('late again');
  });

  it('of a client has contacts, addresses and the group, and that of the group its clients', async () => {
    const form = {
      name: 'Acme',
      kind: 'company' as const,
      crmId: admin.id,
      defaultEntityId: entityId,
      currency: 'EUR',
      taxTreatment: 'consumer' as const,
      docLocale: 'en' as const,
    };
    const ann = { name: 'Ann', email: 'ann@acme.test' };
    const made = await admin.call(clients.create, { ...form, contacts: [ann] });
    const annAgain = { ...ann, id: made.contacts[0]?.id, email: 'ann@acme.example' };
    const moved = await admin.call(
      clients.edit,
      {
        ...form,
        id: made.id,
        contacts: [annAgain, { name: 'Ben', email: 'ben@acme.test' }],
        addresses: [{ kind: 'billing', line1: 'Damrak 1', country: 'NL' }],
      },
      { version: made.version },
    );
    const group = await admin.call(clientGroups.create, { name: 'Family' });
    const payer = { name: 'Family', memberIds: [made.id], payerClientId: made.id };
    await admin.call(clientGroups.edit, { ...payer, id: group.id }, { version: group.version });
    expect(moved.contacts).toHaveLength(2);
    const told = async (kind: HistoryKind, id: string) =>
      (await admin.call(history.of, { kind, id })).events.map(({ action, changes, parts }) => [
        action,
        ...changes.map(({ field, after }) => `${field} ${after?.as === 'name' ? after.text : ''}`),
        ...parts.map(({ part, step, label, changes: inner }) =>
          [part, step, label, ...inner.map(({ field }) => field)].join(' '),
        ),
      ]);
    expect(await told('client', made.id)).toEqual([
      ['client_groups.edit', 'group Family'],
      ['clients.edit', 'contact changed Ann contact.email', 'contact added Ben', 'address added Damrak 1'],
      ['clients.create'],
    ]);
    const stranger = await api.as({ userType: 'executive', keys: ['clients.view'] });
    expect(await stranger.refused(history.of, { kind: 'client_group', id: group.id })).toMatchObject({
      httpStatus: 404,
    });
    expect(await told('client_group', group.id)).toEqual([
      ['client_groups.edit', 'payerClient Acme', 'member added Acme'],
      ['client_groups.create'],
    ]);
  });

  it('of a person is readable with the list that they are in', async () => {
    const manager = await api.as({ userType: 'manager', name: 'Mina' });
    const editor = await api.as({ keys: ['managers.edit'] });
    await api.db.updateTable('appUser').set({ phone: '+911234567' }).where('id', '=', manager.id).execute();
    const {
      events: [latest],
    } = await editor.call(history.of, { kind: 'person', id: manager.id });
    expect(latest?.changes).toContainEqual({
      field: 'phone',
      before: null,
      after: { as: 'text', text: '+911234567' },
    });
    expect(JSON.stringify(latest)).not.toContain('argon2');

    const other = await api.as({ keys: ['executives.edit'] });
    expect(await other.refused(history.of, { kind: 'person', id: manager.id })).toMatchObject({
      httpStatus: 403,
    });
    expect(await editor.refused(history.of, { kind: 'person', id: admin.id })).toMatchObject({
      httpStatus: 403,
    });
    expect(await editor.refused(history.of, { kind: 'person', id: uuidv7() })).toMatchObject({
      httpStatus: 404,
    });
  });
});
