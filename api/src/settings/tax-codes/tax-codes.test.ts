import { uuidv7 } from 'uuidv7';
import { services } from '@daybook/contracts/settings/services/services';
import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

let made = 0;
const fields = () => {
  made += 1;
  return { code: `TEST-${made}`, name: 'VAT', regime: 'EU', kind: 'VAT', category: 'S' } as const;
};
const create = (more = {}) =>
  admin.call(taxCodes.create, { ...fields(), rate: '19.00', validFrom: '2007-01-01', ...more });

describe('tax codes', () => {
  it('have rates by date', async () => {
    const { id, rates, ...code } = await create();
    expect(rates).toEqual([{ validFrom: '2007-01-01', rate: '19' }]);
    expect(code).toMatchObject({ version: 1, rate: '19', active: true });
    await admin.call(taxCodes.addRate, { id, rate: '16', validFrom: '2020-07-01' }, { version: 1 });
    const raised = await admin.call(
      taxCodes.addRate,
      { id, rate: '25.5', validFrom: '2199-01-01' },
      { version: 2 },
    );
    expect(raised).toMatchObject({ version: 3, rate: '16' });
    expect(raised.rates.map(({ rate }) => rate)).toEqual(['25.5', '16', '19']);

    const twice = await admin.refused(
      taxCodes.addRate,
      { id, rate: '17', validFrom: '2020-07-01' },
      { version: 3 },
    );
    expect(twice.errors).toEqual({ validFrom: [{ code: 'ALREADY_EXISTS' }] });
    const { rates: left } = await admin.call(
      taxCodes.removeRate,
      { id, validFrom: '2199-01-01' },
      { version: 3 },
    );
    expect(left).toHaveLength(2);
    const unknown = { id, validFrom: '2199-01-01' };
    expect(await admin.refused(taxCodes.removeRate, unknown, { version: 4 })).toMatchObject({
      code: 'NOT_FOUND',
    });
    const { rows } = await api.appPool.query(
      `select from audit_event where entity = 'tax_rate' and entity_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(4);
  });

  it('keep their meaning once something uses them', async () => {
    const { id } = await create();
    const { code, name, ...rest } = fields();
    const changed = { id, code, name, ...rest, kind: 'GST', regime: 'IN', active: true } as const;
    await admin.call(taxCodes.edit, changed, { version: 1 });
    await admin.call(services.create, { name: `Service ${uuidv7()}`, taxCodeId: id });
    const refused = await admin.refused(taxCodes.edit, { ...changed, kind: 'VAT' }, { version: 2 });
    expect(refused).toMatchObject({
      httpStatus: 409,
      code: 'TAX_CODE_USED',
      errors: { kind: [{ code: 'TAX_CODE_USED' }] },
    });
    await admin.call(taxCodes.edit, { ...changed, name: 'New name', active: false }, { version: 2 });
    await admin.call(taxCodes.addRate, { id, rate: '20', validFrom: '2021-01-01' }, { version: 3 });
    expect(
      await admin.refused(taxCodes.removeRate, { id, validFrom: '2021-01-01' }, { version: 4 }),
    ).toMatchObject({ code: 'TAX_CODE_USED' });
  });

  it('have a rate only where the category has one', async () => {
    const exempt = { ...fields(), category: 'E', rate: '5', validFrom: '2020-01-01' } as const;
    expect((await admin.refused(taxCodes.create, exempt)).errors).toEqual({
      rate: [{ code: 'RATE_WITHOUT_TAX' }],
    });
    const { id, version, code, name, regime, kind } = await create();
    const edit = { id, code, name, regime, kind, category: 'Z', active: true } as const;
    expect((await admin.refused(taxCodes.edit, edit, { version })).errors).toMatchObject({
      category: [{ code: 'RATE_WITHOUT_TAX' }],
    });
    const zero = await create({ category: 'Z', rate: '0' });
    const rise = { id: zero.id, rate: '1', validFrom: '2030-01-01' };
    expect((await admin.refused(taxCodes.addRate, rise, { version: 1 })).errors).toMatchObject({
      rate: [{ code: 'RATE_WITHOUT_TAX' }],
    });
  });

  it('refuse bad input on its field, and a duplicate code', async () => {
    const bad = {
      code: 'a b',
      name: '',
      regime: 'XX',
      kind: 'X',
      category: 'Q',
      rate: '101',
      validFrom: 'soon',
    };
    const refused = await admin.refused(taxCodes.create, bad);
    expect(Object.keys(refused.errors).toSorted()).toEqual(Object.keys(bad).toSorted());
    const { code } = await create();
    const twin = await admin.refused(taxCodes.create, {
      ...fields(),
      code,
      rate: '1',
      validFrom: '2020-01-01',
    });
    expect(twin.errors).toEqual({ code: [{ code: 'ALREADY_EXISTS' }] });
  });

  it('need the permission for services to be read and changed', async () => {
    const other = await api.as({ keys: allBut('services') });
    const denied = { httpStatus: 403, code: 'PERM_DENIED' };
    expect(await other.refused(taxCodes.list, {})).toMatchObject(denied);
    expect(await other.refused(taxCodes.create, {})).toMatchObject(denied);
    const { id } = await create();
    const rate = { id, rate: '1', validFrom: '2030-01-01' };
    expect(await other.refused(taxCodes.addRate, rate, { version: 1 })).toMatchObject(denied);
    const own = await api.as({ keys: ['services'] });
    expect(await own.call(taxCodes.open, { id })).toMatchObject({ id });
    expect(await own.call(taxCodes.total, { q: 'test-' })).toMatchObject({ isCapped: false });
    const file = await own.inject({ url: '/api/v1/tax-codes/export?format=csv' });
    expect(file.body).toContain('Tax regime');
  });
});
