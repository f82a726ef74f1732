import { history } from '@daybook/contracts/history';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { uuidv7 } from 'uuidv7';
import { openClientDesk } from '../../../test/fixtures/client-fixture.ts';
import type { ClientDesk } from '../../../test/fixtures/client-fixture.ts';

let { api, admin, crm, acme, whole } = {} as ClientDesk;

beforeAll(async () => {
  ({ api, admin, crm, acme, whole } = await openClientDesk());
});
afterAll(() => api.stop());

describe('clients', () => {
  it('are created with their parts, opened and edited; an edit empties the parts it leaves out', async () => {
    const made = await admin.call(clients.create, whole());
    expect(made).toMatchObject({
      version: 1,
      status: 'active',
      sortName: 'アクメ',
      crm: { id: crm.id, label: 'Rose Manager' },
      currency: 'EUR',
      docLocale: 'en',
      paymentTermsDays: 30,
      creditLimit: 500_000,
      withholdingRate: '10.000000',
      contacts: [
        {
          name: 'Ada Lovelace',
          email: 'ada@acme.example',
          phone: null,
          roles: ['billing'],
          sendInvoices: 'to',
          sendProformas: 'cc',
          sendReminders: 'to',
          sendStatements: 'none',
        },
        { name: 'Bob', email: null, phone: '+33123456789', roles: [] },
      ],
      addresses: [{ kind: 'billing', regionCode: 'IN-MH', postal: '411001', country: 'IN' }],
      registrations: [{ scheme: 'FR:SIREN', value: '732829320', region: null }],
      warnings: [],
    });
    expect(made.code).toMatch(/^C-\d{4}$/);
    expect(await admin.call(clients.open, { id: made.id })).toMatchObject({ contacts: made.contacts });

    const [ada] = made.contacts;
    const edited = await admin.call(
      clients.edit,
      {
        ...acme(),
        id: made.id,
        contacts: [{ id: ada?.id, name: 'Ada King', email: 'ada@acme.example' }],
      },
      { version: 1 },
    );
    expect(edited).toMatchObject({ version: 2, sortName: null, addresses: [], registrations: [], tags: [] });
    expect(edited.contacts).toEqual([
      {
        id: ada?.id,
        name: 'Ada King',
        email: 'ada@acme.example',
        phone: null,
        roles: [],
        position: null,
        sendInvoices: null,
        sendProformas: null,
        sendReceipts: null,
        sendCreditNotes: null,
        sendReminders: null,
        sendStatements: null,
      },
    ]);
    const orphans = await api.db.selectFrom('contact').select('id').where('name', '=', 'Bob').execute();
    expect(orphans).toEqual([]);

    const late = await admin.refused(clients.edit, { ...acme(), id: made.id }, { version: 1 });
    expect(late).toMatchObject({ httpStatus: 412, code: 'VERSION_CONFLICT', data: { version: 2 } });
    expect(late.data).not.toHaveProperty('searchText');
    expect(late.data).not.toHaveProperty('createdBy');
  });

  it('can pause reminders until a day, which the record shows and the list filters by', async () => {
    const until = { reminders: 'paused' as const, remindersPausedUntil: '2026-12-31' };
    const lacking = await admin.refused(clients.create, { ...acme(), reminders: 'paused' });
    expect(lacking.errors.remindersPausedUntil).toMatchObject([{ code: 'REQUIRED' }]);
    const made = await admin.call(clients.create, { ...acme(), ...until });
    expect(made).toMatchObject(until);
    const { rows } = await admin.call(clients.list, { filter: { reminders: 'paused' } });
    expect(rows.map(({ id }) => id)).toEqual([made.id]);
    const on = { ...acme(), id: made.id, reminders: 'on' as const, remindersPausedUntil: '2026-12-31' };
    const again = await admin.call(clients.edit, on, { version: 1 });
    expect(again).toMatchObject({ reminders: 'on', remindersPausedUntil: null });
    const { events } = await admin.call(history.of, { kind: 'client', id: made.id });
    expect(events[0]?.changes).toContainEqual({
      field: 'reminders',
      before: { as: 'text', text: 'paused' },
      after: { as: 'text', text: 'on' },
    });
  });

  it('record every part that changed in the history, and no other', async () => {
    const made = await admin.call(clients.create, whole());
    const trail = () =>
      api.db
        .selectFrom('auditEvent')
        .select(['entity', 'action', 'actorId'])
        .where('entityId', '=', made.id)
        .orderBy('id')
        .execute();
    expect((await trail()).map(({ entity }) => entity)).toEqual([
      'client',
      'client_contact',
      'client_contact',
      'client_address',
      'client_registration',
    ]);
    const contacts = made.contacts.map(({ id, ...contact }) => ({ id, ...contact }));
    const before = (await trail()).length;
    await admin.call(
      clients.edit,
      { ...whole(), id: made.id, name: made.name, contacts, tags: ['payroll'] },
      { version: 1 },
    );
    expect((await trail()).slice(before)).toEqual([
      { entity: 'client', action: 'clients.edit', actorId: admin.id },
    ]);
  });

  it('keep a relationship manager who has left until another is chosen', async () => {
    const leaving = await api.as({ userType: 'crm' });
    const made = await admin.call(clients.create, { ...acme(), crmId: leaving.id });
    await api.db.updateTable('appUser').set({ status: 'deactivated' }).where('id', '=', leaving.id).execute();
    const edited = await admin.call(
      clients.edit,
      { ...acme(), crmId: leaving.id, id: made.id },
      { version: 1 },
    );
    expect(edited.crm.id).toBe(leaving.id);
  });

  it('are filtered, and sorted by code beyond the fourth digit', async () => {
    const manager = await api.as({ userType: 'manager' });
    await api.ownerPool.query(`select setval('client_code', 9998)`);
    const made = [];
    for (let count = 0; count < 3; count += 1) {
      made.push(await admin.call(clients.create, { ...acme(), kind: 'huf', managerId: manager.id }));
    }
    const filter = { manager: manager.id, kind: 'huf' as const, crm: crm.id, status: 'active' as const };
    const codes = async (sort: 'code' | '-code') =>
      (await admin.call(clients.list, { filter, sort })).rows.map(({ code }) => code);
    expect(await codes('code')).toEqual(['C-9999', 'C-10000', 'C-10001']);
    expect(await codes('-code')).toEqual(['C-10001', 'C-10000', 'C-9999']);
    const first = await admin.call(clients.list, { filter, sort: 'code', pageSize: 1 });
    const second = await admin.call(clients.list, {
      filter,
      sort: 'code',
      pageSize: 1,
      cursor: first.next ?? '',
    });
    expect(second.rows[0]?.code).toBe('C-10000');
    expect((await admin.call(clients.list, { filter: { ...filter, kind: 'trust' } })).rows).toEqual([]);
  });

  it('can be deleted only while nothing uses them', async () => {
    const made = await admin.call(clients.create, whole());
    await api.db
      .insertInto('task')
      .values({ id: uuidv7(), no: 'T-1', title: 'VAT return', clientId: made.id, dueOn: '2026-01-31' })
      .execute();
    expect(await admin.call(clients.summary, { id: made.id })).toMatchObject({ openTasks: 1 });
    expect(await admin.refused(clients.remove, { id: made.id }, { version: 1 })).toMatchObject({
      httpStatus: 409,
      code: 'REFERENCED',
      params: { usedBy: [{ kind: 'tasks', count: 1 }] },
    });
    const unused = await admin.call(clients.create, whole());
    await admin.call(clients.remove, { id: unused.id }, { version: 1 });
    expect(await admin.refused(clients.open, { id: unused.id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are deactivated with a reason and reactivated with another', async () => {
    const made = await admin.call(clients.create, acme());
    const future = await admin.refused(
      clients.deactivate,
      { id: made.id, reason: 'Gone', effectiveOn: '2190-01-01' },
      { version: 1 },
    );
    expect(future.errors).toEqual({ effectiveOn: [{ code: 'DATE_IN_FUTURE', params: {} }] });
    const off = await admin.call(
      clients.deactivate,
      { id: made.id, reason: 'Moved abroad', effectiveOn: '2025-03-31' },
      { version: 1 },
    );
    expect(off).toMatchObject({
      version: 2,
      status: 'inactive',
      inactiveOn: '2025-03-31',
      statusReason: 'Moved abroad',
    });
    const again = await admin.refused(clients.deactivate, { id: made.id, reason: 'x' }, { version: 2 });
    expect(again).toMatchObject({ httpStatus: 409, code: 'STATE_NOT_ALLOWED' });
    const back = await admin.call(clients.reactivate, { id: made.id, reason: 'Returned' }, { version: 2 });
    expect(back).toMatchObject({ version: 3, status: 'active', inactiveOn: null, statusReason: 'Returned' });
  });
});
