import { history } from '@daybook/contracts/history';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { uuidv7 } from 'uuidv7';
import { openClientDesk } from '../../../test/desks/client-desk.ts';
import { makeEntity } from '../../../test/desks/masters.ts';
import type { ClientDesk } from '../../../test/desks/client-desk.ts';

let { api, admin, crm, acme, whole } = {} as ClientDesk;

beforeAll(async () => {
  ({ api, admin, crm, acme, whole } = await openClientDesk());
});
afterAll(() => api.stop());

describe('clients', () => {
  it('are made with their parts, opened and edited; what is left out of an edit is emptied', async () => {
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
        sendInvoices: null,
        sendProformas: null,
      },
    ]);
    const orphans = await api.db.selectFrom('contact').select('id').where('name', '=', 'Bob').execute();
    expect(orphans).toEqual([]);

    const late = await admin.refused(clients.edit, { ...acme(), id: made.id }, { version: 1 });
    expect(late).toMatchObject({ httpStatus: 412, code: 'VERSION_CONFLICT', data: { version: 2 } });
    expect(late.data).not.toHaveProperty('searchText');
    expect(late.data).not.toHaveProperty('createdBy');
  });

  it('may rest from reminders until a day, which is told and found', async () => {
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

  it('leave a trail of every part that changed and none of what did not', async () => {
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

  it('refuse bad input on the field it belongs to', async () => {
    const bad = {
      ...acme(),
      name: '',
      kind: 'guild',
      status: 'inactive',
      code: 'C-1',
      paymentTermsDays: 400,
      contacts: [{ name: 'Nobody' }, { name: 'X', email: 'no', secret: 1 }],
      addresses: [
        { kind: 'billing', line1: 'x', country: 'FR', postal: '7500' },
        { kind: 'billing', line1: 'x', country: 'IN' },
      ],
    };
    const refused = await admin.refused(clients.create, bad);
    expect(refused).toMatchObject({ httpStatus: 400, code: 'INPUT_INVALID' });
    expect(
      Object.fromEntries(Object.entries(refused.errors).map(([name, [one]]) => [name, one?.code])),
    ).toEqual({
      name: 'REQUIRED',
      kind: 'NOT_A_CHOICE',
      status: 'UNKNOWN_FIELD',
      code: 'UNKNOWN_FIELD',
      paymentTermsDays: 'TOO_BIG',
      'contacts.0.email': 'EMAIL_OR_PHONE',
      'contacts.1.email': 'EMAIL_INVALID',
      'contacts.1.secret': 'UNKNOWN_FIELD',
      'addresses.0.postal': 'POSTAL_CODE',
      'addresses.1.regionCode': 'REQUIRED',
    });
    expect((await admin.refused(clients.create, { ...acme(), crmId: null })).errors).toEqual({
      crmId: [{ code: 'REQUIRED', params: {} }],
    });
  });

  it('refuse a tax number whose digits do not add up, on its row', async () => {
    const refused = await admin.refused(clients.create, {
      ...acme(),
      registrations: [
        { scheme: 'FR:SIREN', value: '732829320' },
        { scheme: 'FR:SIREN', value: '732829321' },
      ],
    });
    expect(refused).toMatchObject({
      httpStatus: 422,
      code: 'TAX_ID_CHECKSUM',
      errors: { 'registrations.1.value': [{ code: 'TAX_ID_CHECKSUM' }] },
    });
    // Of the wrong shape it is no number of its kind, whatever is said of it.
    const said = { scheme: 'FR:SIREN' as const, value: '73282932', note: 'From their letterhead' };
    expect(await admin.refused(clients.create, { ...acme(), registrations: [said] })).toMatchObject({
      errors: { 'registrations.0.value': [{ code: 'TAX_ID_CHECKSUM' }] },
    });
    const twice = { scheme: 'FR:SIREN', value: '732829320' };
    expect(
      (await admin.refused(clients.create, { ...acme(), registrations: [twice, twice] })).errors,
    ).toEqual({ 'registrations.1.value': [{ code: 'TWICE' }] });
  });

  it('keep a tax number whose check digit does not fit with a note of why it is right', async () => {
    const note = 'On the certificate of 3 May';
    const registrations = [{ scheme: 'FR:SIREN' as const, value: '732829321', note }];
    const { id, version } = await admin.call(clients.create, { ...acme(), registrations });
    const kept = await admin.call(clients.open, { id });
    expect(kept.registrations).toEqual([{ ...registrations[0], region: null }]);
    const without = { ...acme(), id, registrations: [{ scheme: 'FR:SIREN' as const, value: '732829321' }] };
    expect(await admin.refused(clients.edit, without, { version })).toMatchObject({
      code: 'TAX_ID_CHECKSUM',
    });
  });

  it('refuse people and entities that do not exist, are inactive or of the wrong kind', async () => {
    const manager = await api.as({ userType: 'manager' });
    const closed = await makeEntity(api.db);
    await api.db.updateTable('billingEntity').set({ active: false }).where('id', '=', closed).execute();
    const left = await api.as({ userType: 'executive' });
    await api.db.updateTable('appUser').set({ status: 'deactivated' }).where('id', '=', left.id).execute();
    const refused = await admin.refused(clients.create, {
      ...acme(),
      crmId: manager.id,
      managerId: crm.id,
      executiveIds: [left.id],
      departmentIds: [uuidv7()],
      defaultEntityId: closed,
    });
    expect(refused).toMatchObject({ httpStatus: 422, code: 'REFERENCE_UNKNOWN' });
    expect(Object.keys(refused.errors)).toEqual([
      'crmId',
      'managerId',
      'executiveIds',
      'departmentIds',
      'defaultEntityId',
    ]);
    const other = await admin.call(clients.create, whole());
    const stolen = { ...acme(), contacts: [{ id: other.contacts[0]?.id, name: 'X', email: 'x@y.example' }] };
    expect((await admin.refused(clients.create, stolen)).errors).toEqual({
      'contacts.0.id': [{ code: 'REFERENCE_UNKNOWN', params: {} }],
    });
  });

  it('keep a relationship manager who has left since until another is chosen', async () => {
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

  it('are removed only while nothing uses them', async () => {
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

  it('are deactivated for a reason and taken back for another', async () => {
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
