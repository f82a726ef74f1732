import { AuditValue } from '@daybook/contracts/audit-log/audit-log';
import { changesOf } from './audit-changes.rules.ts';

const wording = {
  nameOf: () => null,
  currency: { before: null, after: null },
  baseCurrency: null,
  labelOf: (field: string) => field,
  wordOf: () => null,
};

/** How a name reads in the log. */
const named = (name: string) => changesOf({ after: { name } }, wording)[0]?.after;

describe('a value of the audit log', () => {
  it('is a date or an instant if it is a possible one', () => {
    expect(named('2024-02-29')).toEqual({ as: 'date', date: '2024-02-29' });
    expect(named('2026-11-27T10:32:35.424361+00:00')).toEqual({
      as: 'instant',
      at: '2026-11-27T10:32:35.424Z',
    });
  });

  it.each([
    '2026-99-99',
    '2025-02-29',
    '0000-00-00',
    '2026-13-01T00:00:00',
    '2026-13-01T00:00:00+00:00',
    '2026-01-01T10:00:00 call the client',
    '2026-01-01T10:00:00',
  ])('is a text if somebody typed %s', (text) => {
    const value = named(text);
    expect(value).toEqual({ as: 'text', text });
    expect(AuditValue.safeParse(value).success).toBe(true);
  });
});

it('an amount is of the currency that the record had at the time', () => {
  const inEach = { ...wording, currency: { before: 'EUR', after: 'JPY' } };
  expect(
    changesOf(
      { before: { currency: 'EUR', price: 100_00 }, after: { currency: 'JPY', price: 15_000 } },
      inEach,
    ),
  ).toContainEqual({
    label: 'price',
    before: { as: 'money', minor: 100_00, currency: 'EUR' },
    after: { as: 'money', minor: 15_000, currency: 'JPY' },
  });
});
