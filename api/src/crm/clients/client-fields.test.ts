import { clients } from '@daybook/contracts/crm/clients/clients';
import { uuidv7 } from 'uuidv7';
import { acmeOf } from '../../../test/acme.ts';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let crm: Caller;
let entityId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  crm = await api.as({ userType: 'crm', name: 'Rose Manager' });
  entityId = await makeEntity(api.db);
});
afterAll(() => api.stop());

const acme = () => acmeOf(crm.id, entityId).acme();

describe('clients', () => {
  it('refuse bad input on its field', async () => {
    const bad = {
      ...acme(),
      name: '',
      kind: 'guild',
      crmId: null,
      status: 'inactive',
      code: 'C-1',
      paymentTermsDays: 400,
      contacts: [{ name: 'Nobody' }, { name: 'X', email: 'no', secret: 1 }],
      addresses: [
        { kind: 'billing', line1: 'x', country: 'FR', postal: '7500' },
        { kind: 'billing', line1: '', country: 'IN' },
      ],
      registrations: [{ scheme: 'FR:SIREN', value: '', validFrom: '2026-01-01', validTo: '2025-01-01' }],
    };
    const refused = await admin.refused(clients.create, bad);
    expect(refused).toMatchObject({ httpStatus: 400, code: 'INPUT_INVALID' });
    expect(
      Object.fromEntries(Object.entries(refused.errors).map(([name, [one]]) => [name, one?.code])),
    ).toEqual({
      name: 'REQUIRED',
      kind: 'NOT_A_CHOICE',
      crmId: 'REQUIRED',
      status: 'UNKNOWN_FIELD',
      code: 'UNKNOWN_FIELD',
      paymentTermsDays: 'TOO_BIG',
      'contacts.0.email': 'EMAIL_OR_PHONE',
      'contacts.1.email': 'EMAIL_INVALID',
      'contacts.1.secret': 'UNKNOWN_FIELD',
      'addresses.0.postal': 'POSTAL_CODE',
      'addresses.1.line1': 'REQUIRED',
      'addresses.1.regionCode': 'REQUIRED',
      'registrations.0.value': 'REQUIRED',
      'registrations.0.validTo': 'DATE_ORDER',
    });
  });

  it('refuse a tax number with a wrong check digit, on its row', async () => {
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
    // A number in the wrong format is refused, whatever note comes with it.
    const said = { scheme: 'FR:SIREN' as const, value: '73282932', note: 'From their letterhead' };
    expect(await admin.refused(clients.create, { ...acme(), registrations: [said] })).toMatchObject({
      errors: { 'registrations.0.value': [{ code: 'TAX_ID_CHECKSUM' }] },
    });
    const twice = { scheme: 'FR:SIREN', value: '732829320' };
    expect(
      (await admin.refused(clients.create, { ...acme(), registrations: [twice, twice] })).errors,
    ).toEqual({ 'registrations.1.value': [{ code: 'TWICE' }] });
  });

  it('accept a tax number with a wrong check digit and a note of the reason', async () => {
    const note = 'On the certificate of 3 May';
    const registrations = [{ scheme: 'FR:SIREN' as const, value: '732829321', note }];
    const { id, version } = await admin.call(clients.create, { ...acme(), registrations });
    const kept = await admin.call(clients.open, { id });
    expect(kept.registrations).toEqual([
      { ...registrations[0], region: null, validFrom: null, validTo: null },
    ]);
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
    const unknown = { ...acme(), contacts: [{ id: uuidv7(), name: 'X', email: 'x@y.example' }] };
    expect((await admin.refused(clients.create, unknown)).errors).toEqual({
      'contacts.0.name': [{ code: 'REFERENCE_UNKNOWN', params: {} }],
    });
  });
});
