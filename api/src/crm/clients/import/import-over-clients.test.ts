import { uuidv7 } from 'uuidv7';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { notifications } from '@daybook/contracts/notifications';
import { dryRun, openImporter } from '../../../../test/fixtures/import-fixture.ts';
import type { Importer } from '../../../../test/fixtures/import-fixture.ts';

let { api, admin, standing, made, open, imported } = {} as Importer;
beforeAll(async () => {
  ({ api, admin, standing, made, open, imported } = await openImporter());
});
afterAll(() => api.stop());

const number = (value: string, validTo: string | null = null) => ({
  scheme: 'FR:SIREN' as const,
  value,
  region: null,
  note: null,
  validFrom: null,
  validTo,
});
const address = (kind: 'registered' | 'billing', city: string, postal: string, country: string) => ({
  kind,
  line1: '1 High Street',
  line2: null,
  city,
  postal,
  regionCode: null,
  country,
});
const person = (name: string, email: string | null, phone: string | null) => ({
  name,
  email,
  phone,
  roles: [],
});

describe('a new tax number for a client', () => {
  it('comes in the place of the one in force, without its dates and note', async () => {
    const old = { ...number('732829320'), validFrom: '2019-01-01', note: 'By phone' };
    const { id } = await made('In force', { oldCode: 'N-1', registrations: [old] });
    await imported([
      ['Code', 'SIREN'],
      ['N-1', '404833048'],
    ]);
    expect((await open(id)).registrations).toEqual([
      expect.objectContaining({ value: '404833048', validFrom: null, validTo: null, note: null }),
    ]);
  });

  it('stands beside one that has ended', async () => {
    const { id } = await made('Ended', {
      oldCode: 'N-2',
      registrations: [number('732829320', '2020-12-31')],
    });
    await imported([
      ['Code', 'SIREN'],
      ['N-2', '404833048'],
    ]);
    expect((await open(id)).registrations.map(({ value, validTo }) => [value, validTo])).toEqual([
      ['732829320', '2020-12-31'],
      ['404833048', null],
    ]);
  });
});

describe('an address of a client', () => {
  const places = [address('registered', 'Berlin', '10115', 'DE'), address('billing', 'Lyon', '69001', 'FR')];

  it('stays in its country if the file has none', async () => {
    const { id } = await made('Two places', { oldCode: 'A-1', addresses: places });
    await imported([
      ['Code', 'Street', 'Postal code'],
      ['A-1', '2 rue Neuve', '69002'],
    ]);
    expect((await open(id)).addresses.map(({ line1, postal, country }) => [line1, postal, country])).toEqual([
      ['1 High Street', '10115', 'DE'],
      ['2 rue Neuve', '69002', 'FR'],
    ]);
  });

  it('moves to another country by that column alone', async () => {
    const { id } = await made('Moves', { oldCode: 'A-2', addresses: places });
    const { outcomes } = await imported([
      ['Code', 'Country'],
      ['A-2', 'DE'],
    ]);
    expect(outcomes).toMatchObject({ changed: 1, same: 0 });
    expect((await open(id)).addresses.map(({ country }) => country)).toEqual(['DE', 'DE']);
  });
});

describe('an empty cell that clears', () => {
  const contacts = [
    person('Anna Weber', 'anna@clear.example', '+33612345678'),
    person('Bert', null, '+33612345670'),
  ];
  const registrations = [number('732829320'), { ...number('FR40303265045'), scheme: 'EU:VAT' as const }];

  it('clears nothing that has no column', async () => {
    const { id } = await made('Kept', {
      oldCode: 'C-1',
      contacts: contacts,
      registrations: registrations,
    });
    const before = await open(id);
    const { outcomes } = await imported(
      [
        ['Code', 'E-mail', 'SIREN'],
        ['C-1', 'anna@clear.example', '732829320'],
      ],
      { empty: 'clear' },
    );
    expect(outcomes).toMatchObject({ changed: 0, same: 1 });
    expect(await open(id)).toEqual(before);
  });

  it('clears the part and the number of its column', async () => {
    const { id } = await made('Cleared', {
      oldCode: 'C-2',
      contacts: contacts,
      registrations: registrations,
    });
    await imported(
      [
        ['Code', 'E-mail', 'Phone', 'SIREN'],
        ['C-2', 'anna@clear.example', '', ''],
      ],
      { empty: 'clear' },
    );
    const after = await open(id);
    expect(after.contacts.map(({ name, email, phone }) => [name, email, phone])).toEqual([
      ['Anna Weber', 'anna@clear.example', null],
      ['Bert', null, '+33612345670'],
    ]);
    expect(after.registrations.map(({ scheme }) => scheme)).toEqual(['EU:VAT']);
  });
});

describe('the client that a row names', () => {
  const gstin = (value: string) => ({ ...number(value), scheme: 'IN:GSTIN' as const });
  const pan = { ...number('AAPFU0939F'), scheme: 'IN:PAN' as const };

  it('is the only one that has all its tax numbers, though others share one of them', async () => {
    await made('Mumbai', { registrations: [gstin('27AAPFU0939F1ZV'), pan] });
    await made('Delhi', { registrations: [gstin('07AAPFU0939F1ZX'), pan] });
    const checked = await dryRun(
      admin,
      [
        ['Name', 'GSTIN', 'PAN', 'Payment terms (days)'],
        ['Delhi', '07AAPFU0939F1ZX', 'AAPFU0939F', '45'],
        ['Mumbai', '27AAPFU0939F1ZV', 'AAPFU0939F', '45'],
        ['Either', '', 'AAPFU0939F', '45'],
      ],
      { ...standing, by: 'registration' },
    );
    const { rows } = await admin.call(clientImports.rows, { id: checked.id });
    expect(rows.map(({ name, faults }) => [name, ...faults.map(({ code }) => code)])).toEqual([
      ['Delhi'],
      ['Mumbai'],
      ['Either', 'KEY_AMBIGUOUS'],
    ]);
  });

  it('is new in each row if several new clients have the e-mail address of one accountant', async () => {
    const rows = [
      ['Name', 'E-mail'],
      ['First of the accountant', 'all@accountant.example'],
      ['Second of the accountant', 'all@accountant.example'],
    ];
    expect((await imported(rows, { by: 'email' })).outcomes).toMatchObject({ made: 2 });
    expect((await imported(rows, { by: 'email' })).outcomes).toMatchObject({ made: 0, changed: 0 });
  });
});

describe('the manager of a department', () => {
  it('keeps the clients that they import, whatever departments the file names', async () => {
    const [own, other] = [uuidv7(), uuidv7()];
    await api.db
      .insertInto('department')
      .values([
        { id: own, name: 'Payroll' },
        { id: other, name: 'Corporate tax' },
      ])
      .execute();
    const mona = await api.as({
      userType: 'manager',
      scope: 'department',
      keys: ['clients.import', 'clients.view', 'clients.edit'],
    });
    await api.db.insertInto('userDepartment').values({ userId: mona.id, departmentId: own }).execute();
    const seen = async () =>
      Promise.all(
        (await mona.call(clients.list, {})).rows.map(async ({ id }) => {
          const { name, departments } = await mona.call(clients.open, { id });
          return [name, departments.map(({ label }) => label).toSorted()];
        }),
      );
    const heads = ['Code', 'Name', 'Departments'];
    await imported([heads, ['D-1', 'One', 'Corporate tax'], ['D-2', 'Two', 'Payroll']], {}, mona);
    expect(await seen()).toEqual([
      ['One', ['Corporate tax', 'Payroll']],
      ['Two', ['Payroll']],
    ]);
    await imported([heads, ['D-2', 'Two', 'Corporate tax']], {}, mona);
    expect((await seen()).at(-1)).toEqual(['Two', ['Corporate tax', 'Payroll']]);
  });
});

describe('an import that gives clients to another relationship manager', () => {
  it('tells them once, with the number of clients', async () => {
    const next = await api.as({ userType: 'crm', name: 'Nina Next' });
    await made('Moved', { oldCode: 'M-1' });
    await made('Moved too', { oldCode: 'M-2' });
    await imported([
      ['Code', 'Relationship manager'],
      ['M-1', 'Nina Next'],
      ['M-2', 'Nina Next'],
    ]);
    expect((await next.call(notifications.list, {})).rows).toMatchObject([
      { kind: 'clients_assigned', params: { count: 2 } },
    ]);
  });
});
