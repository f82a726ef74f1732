import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { kindsWith } from '@daybook/contracts/entities';
import { lookups } from '@daybook/contracts/lookups';
import { makeClient, makeEntity, makeTaxCode } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  for (const name of ['Comptabilité', 'Paie', '100 % audit']) await admin.call(departments.create, { name });
});
afterAll(() => api.stop());

const labels = async (q: string) =>
  (await admin.call(lookups.find, { kind: 'department', q })).map(({ label }) => label);

describe('a picker', () => {
  it.each(['Comptabilité', 'comptabilite', 'ＣＯＭＰＴＡ', 'bilité'])(
    'finds Comptabilité by %s',
    async (q) => {
      expect(await labels(q)).toEqual(['Comptabilité']);
      const listed = await admin.call(departments.list, { q });
      expect(listed.rows.map(({ name }) => name)).toEqual(['Comptabilité']);
    },
  );

  it('takes the typed text literally, not as a pattern', async () => {
    expect(await labels('%')).toEqual(['100 % audit']);
    expect(await labels('_')).toEqual([]);
  });

  it('finds a tax code by its name', async () => {
    const made = await admin.call(taxCodes.create, {
      code: 'R55',
      name: 'Taux réduit',
      regime: 'EU',
      kind: 'VAT',
      category: 'S',
      rate: '5.5',
      validFrom: '2020-01-01',
    });
    const found = await admin.call(lookups.find, { kind: 'tax_code', q: 'réduit' });
    expect(found.map(({ id }) => id)).toEqual([made.id]);
    expect((await admin.call(taxCodes.list, { q: 'REDUIT' })).rows.map(({ id }) => id)).toEqual([made.id]);
  });
});

it('offers a filter also the people who have left and still hold clients, and a form only the active ones', async () => {
  const [present, leaver, idle] = [
    await api.as({ userType: 'crm', name: 'Rose Present' }),
    await api.as({ userType: 'crm', name: 'Abe Leaver' }),
    await api.as({ userType: 'crm', name: 'Ada Idle' }),
  ];
  const entityId = await makeEntity(api.db);
  await makeClient(api.db, { crmId: leaver.id, entityId });
  await api.ownerPool.query(`update app_user set status = 'deactivated' where id = any ($1)`, [
    [leaver.id, idle.id],
  ]);
  const offered = async (kind: 'crm' | 'manager' | 'person', more: object = {}) =>
    (await admin.call(lookups.find, { kind, ...more })).flatMap(({ id, label }) =>
      [present.id, leaver.id, idle.id].includes(id) ? [label] : [],
    );
  expect(await offered('crm')).toEqual(['Rose Present']);
  expect(await offered('crm', { former: 'true' })).toEqual(['Rose Present', 'Abe Leaver']);
  expect(await offered('crm', { former: 'true', q: 'leav' })).toEqual(['Abe Leaver']);
  expect(await offered('person', { former: 'true' })).toEqual(['Rose Present', 'Abe Leaver', 'Ada Idle']);
});

it('offers of a plain master every record to whoever is signed in, so none belongs to a client or a person', async () => {
  const { rows } = await api.ownerPool.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = current_schema() and table_name = any ($1) group by 1`,
    [kindsWith('master')],
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(kindsWith('master').toSorted());
  for (const { name, columns } of rows) {
    expect([name, ['id', 'name', 'active'].filter((column) => !columns.includes(column))]).toEqual([
      name,
      [],
    ]);
    expect([name, columns.filter((column) => /^(?:client|owner|claimant|user)_id$/.test(column))]).toEqual([
      name,
      [],
    ]);
  }
});

it('offers a billing entity the tax codes of its own rules, the usual one first', async () => {
  await makeTaxCode(api.db, { code: 'FR-S', rate: '20' });
  await makeTaxCode(api.db, { code: 'EU-AE', rate: '0', category: 'AE' });
  await makeTaxCode(api.db, { code: 'GST18', rate: '18', regime: 'IN', kind: 'GST' });
  const entityId = await makeEntity(api.db, { country: 'FR', regime: 'EU' });
  const found = await admin.call(lookups.find, { kind: 'tax_code', entityId });
  const codes = found.map(({ more }) => more['code']);
  expect(codes[0]).toBe('FR-S');
  expect(codes.at(-1)).toBe('EU-AE');
  expect(codes).not.toContain('GST18');
});

const priceFor = async (caller: Caller) =>
  (await caller.call(lookups.find, { kind: 'service', q: 'Audit' })).map(({ more }) => more['price']);

it('shows the price of a service only to people who see amounts', async () => {
  const taxCodeId = await makeTaxCode(api.db, { code: 'S21', rate: '21' });
  await admin.call(services.create, { name: 'Audit', price: 90_000, currency: 'EUR', taxCodeId });
  expect(await priceFor(admin)).toEqual([90_000]);
  expect(await priceFor(await api.as({ userType: 'executive' }))).toEqual([undefined]);
});
