import { services } from '@daybook/contracts/settings/services/services';
import { uuidv7 } from 'uuidv7';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { makeTaxCode } from '../../../test/fixtures/masters.ts';

let api: TestApi;
let admin: Caller;
let taxCodeId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  taxCodeId = await makeTaxCode(api.db, { code: 'VAT20', rate: '20' });
});
afterAll(() => api.stop());

const bookkeeping = () => ({ name: `Bookkeeping ${uuidv7()}`, taxCodeId, price: 12_500, currency: 'EUR' });

describe('services', () => {
  it('are created, opened, edited and deleted', async () => {
    const made = await admin.call(services.create, { ...bookkeeping(), sacHsn: '998222' });
    expect(made).toMatchObject({
      version: 1,
      sacHsn: '998222',
      unit: 'C62',
      active: true,
      taxCode: { id: taxCodeId },
    });

    const edited = await admin.call(
      services.edit,
      { ...bookkeeping(), id: made.id, name: 'Monthly bookkeeping', active: false },
      { version: 1 },
    );
    expect(edited).toMatchObject({ version: 2, name: 'Monthly bookkeeping', active: false, sacHsn: null });

    await admin.call(services.remove, { id: made.id }, { version: 2 });
    expect(await admin.refused(services.open, { id: made.id })).toMatchObject({
      httpStatus: 404,
      code: 'NOT_FOUND',
    });
  });

  it('show the other person’s change to whoever saves second', async () => {
    const made = await admin.call(services.create, bookkeeping());
    const edit = { ...bookkeeping(), id: made.id, active: true };
    await admin.call(services.edit, { ...edit, name: `First ${made.id}` }, { version: 1 });
    const second = await admin.refused(services.edit, edit, { version: 1 });
    expect(second).toMatchObject({
      httpStatus: 412,
      code: 'VERSION_CONFLICT',
      data: { version: 2, name: `First ${made.id}` },
    });
    expect(await admin.refused(services.edit, edit)).toMatchObject({
      httpStatus: 428,
      code: 'VERSION_REQUIRED',
    });
  });

  it('give the same service when a request is repeated', async () => {
    const input = bookkeeping();
    const [first, second] = [
      await admin.call(services.create, input, { key: 'one-request' }),
      await admin.call(services.create, input, { key: 'one-request' }),
    ];
    expect(second).toEqual(first);
    const other = await admin.refused(services.create, bookkeeping(), { key: 'one-request' });
    expect(other).toMatchObject({ httpStatus: 422, code: 'IDEMPOTENCY_MISMATCH' });
  });

  it('refuse bad input on its field', async () => {
    const bad = { name: ' ', taxCodeId: 'x', sacHsn: '12', price: -1, currency: 'EURO', colour: 'red' };
    const refused = await admin.refused(services.create, bad);
    expect(refused).toMatchObject({ httpStatus: 400, code: 'INPUT_INVALID' });
    expect(Object.keys(refused.errors).toSorted()).toEqual([
      'colour',
      'currency',
      'name',
      'price',
      'sacHsn',
      'taxCodeId',
    ]);

    const taken = await admin.call(services.create, bookkeeping());
    const twin = await admin.refused(services.create, { ...bookkeeping(), name: taken.name.toUpperCase() });
    expect(twin).toMatchObject({
      httpStatus: 409,
      code: 'ALREADY_EXISTS',
      errors: { name: [{ code: 'ALREADY_EXISTS' }] },
    });

    const unpriced = await admin.refused(services.create, { ...bookkeeping(), currency: null });
    expect(unpriced.errors).toEqual({ currency: [{ code: 'REQUIRED', params: {} }] });
  });

  it('are paged forwards and back, in the order of their names', async () => {
    const reader = await api.as({ keys: ['services'] });
    for (const letter of ['É', 'b', 'A', 'z', '請求', '記帳']) {
      await admin.call(services.create, { ...bookkeeping(), name: `${letter} paging` });
    }
    const query = { q: 'paging', pageSize: 4 };
    const first = await reader.call(services.list, query);
    expect(first.rows.map((row) => row.name[0])).toEqual(['A', 'b', 'É', 'z']);
    expect(first.previous).toBeNull();
    const second = await reader.call(services.list, { ...query, cursor: first.next ?? '' });
    expect(second.rows).toHaveLength(2);
    expect(second.next).toBeNull();
    const back = await reader.call(services.list, { ...query, cursor: second.previous ?? '' });
    expect(back.rows).toEqual(first.rows);
    const last = await reader.call(services.list, { ...query, cursor: 'end' });
    expect(last.rows.at(-1)?.name).toBe(second.rows.at(-1)?.name);
    expect(await reader.call(services.total, query)).toEqual({ total: 6, isCapped: false });
    expect((await reader.call(services.list, { q: '記帳' })).rows).toHaveLength(1);
  });

  it('are exported with every row of the filter', async () => {
    await admin.call(services.create, { ...bookkeeping(), name: '=HYPERLINK("x")' });
    const answer = await admin.inject({ url: '/api/v1/services/export?format=csv&q=HYPERLINK' });
    expect(answer.headers['content-disposition']).toBe('attachment; filename="services.csv"');
    expect(answer.body.split('\r\n')[1]).toContain(`"'=HYPERLINK(""x"")"`);
    const sheet = await admin.inject({ url: '/api/v1/services/export?format=xlsx' });
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('are refused without the permission, and nothing is stored', async () => {
    const other = await api.as({ keys: allBut('services') });
    const input = bookkeeping();
    expect(await other.refused(services.create, input)).toMatchObject({
      httpStatus: 403,
      code: 'PERM_DENIED',
    });
    expect(await other.refused(services.list, {})).toMatchObject({ httpStatus: 403 });
    expect((await admin.call(services.list, { q: input.name })).rows).toEqual([]);
  });
});
