import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

const fields = { from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9', source: 'ECB' };
const keep = (more = {}) => admin.call(exchangeRates.create, { ...fields, ...more });
const known = async (date: string, from = 'USD', to = 'EUR') =>
  (await admin.call(exchangeRates.known, { from, to, date })).known;

describe('exchange rates', () => {
  it('are unique for two currencies and a day, are positive, and record changes in the history', async () => {
    const { id } = await keep();
    expect(await admin.refused(exchangeRates.create, fields)).toMatchObject({
      errors: { date: [{ code: 'ALREADY_EXISTS' }] },
    });
    expect(await admin.refused(exchangeRates.create, { ...fields, to: 'USD' })).toMatchObject({
      errors: { to: [{ code: 'SAME_CURRENCY' }] },
    });
    const edited = { id, ...fields, date: '2026-03-03', rate: '0.91', source: null };
    expect(await admin.call(exchangeRates.edit, edited, { version: 1 })).toMatchObject({
      ...edited,
      version: 2,
    });
    await admin.call(exchangeRates.remove, { id }, { version: 2 });
    expect(await admin.refused(exchangeRates.open, { id })).toMatchObject({ code: 'NOT_FOUND' });
    const { rows } = await api.appPool.query(
      `select from audit_event where entity = 'exchange_rate' and entity_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(3);
  });

  it('are proposed as of a day, inverted where only the other direction is stored', async () => {
    await keep({ date: '2026-01-05', rate: '0.85', source: null });
    await keep({ date: '2026-01-12', rate: '0.8' });
    expect(await known('2026-01-04')).toBeNull();
    expect(await known('2026-01-11')).toEqual({ date: '2026-01-05', rate: '0.85', source: null });
    expect(await known('2026-01-12', 'EUR', 'USD')).toEqual({
      date: '2026-01-12',
      rate: '1.25',
      source: 'ECB',
    });
    await keep({ from: 'EUR', to: 'USD', date: '2026-01-19', rate: '1.6' });
    expect(await known('2026-01-20')).toMatchObject({ date: '2026-01-19', rate: '0.625' });
    await keep({ from: 'KWD', to: 'XPF', date: '2026-01-01', rate: '0.0000000001' });
    expect(await known('2026-01-20', 'XPF', 'KWD')).toBeNull();
  });

  it('are found by currency, day and source, and need the permission to be changed', async () => {
    await keep({ from: 'JPY', date: '2026-02-02', rate: '0.0061', source: '三菱UFJ' });
    const { rows } = await admin.call(exchangeRates.list, {
      q: '三菱',
      filter: { currency: 'JPY', from: '2026-02-01', to: '2026-02-28' },
    });
    expect(rows).toMatchObject([{ from: 'JPY', to: 'EUR', rate: '0.0061' }]);
    const other = await api.as({ keys: allBut('setting') });
    expect(await other.refused(exchangeRates.list, {})).toMatchObject({ httpStatus: 403 });
    expect(
      await other.call(exchangeRates.known, { from: 'JPY', to: 'EUR', date: '2026-02-03' }),
    ).toMatchObject({
      known: { rate: '0.0061' },
    });
  });
});
