import { minor, sum } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { planAllocations } from './allocations.rules.ts';
import type { AllocationSource, AllocationTarget } from './allocations.rules.ts';

const source = (more: Partial<AllocationSource> = {}): AllocationSource => ({
  entityId: 'firm',
  currency: 'USD',
  available: minor(10_000),
  withheld: minor(0),
  carried: minor(8333),
  date: '2026-04-05',
  releasedOn: null,
  ...more,
});

const invoice = (id: string, more: Partial<AllocationTarget> = {}): AllocationTarget => ({
  id,
  clientId: 'client',
  entityId: 'firm',
  currency: 'USD',
  number: id,
  issueDate: '2026-03-01',
  dueDate: '2026-03-31',
  outstanding: minor(10_000),
  carried: minor(9001),
  releasedOn: null,
  ...more,
});

const inRows = (id: string, ...amounts: number[]) =>
  amounts.map((amount) => ({ invoiceId: id, amount: minor(amount) }));

const refused = (...rows: ReturnType<typeof inRows>): Refusal => {
  try {
    planAllocations(source(), [invoice('a'), invoice('b', { currency: 'EUR' })], rows, '2026-04-05');
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('not refused');
};

describe('allocations', () => {
  it('clear both sides in the base currency to the last unit, however they are split', () => {
    for (const amounts of [[10_000], [1, 9999], [3333, 3333, 3334], [7, 11, 13, 9969]]) {
      const planned = planAllocations(source(), [invoice('a')], inRows('a', ...amounts), '2026-04-05');
      expect(sum(planned.map(({ receiptBase }) => receiptBase))).toBe(8333);
      expect(sum(planned.map(({ invoiceBase }) => invoiceBase))).toBe(9001);
    }
  });

  it('share the tax withheld in proportion to the amounts that they settle', () => {
    const planned = planAllocations(
      source({ withheld: minor(1000) }),
      [invoice('a'), invoice('b')],
      [...inRows('a', 7500), ...inRows('b', 2500)],
      '2026-04-05',
    );
    expect(planned.map(({ withheldPart }) => withheldPart)).toEqual([750, 250]);
  });

  it.each([
    ['the receipt', {}, {}, '2026-04-01', '2026-04-05'],
    ['the invoice', {}, { issueDate: '2026-04-07' }, '2026-04-01', '2026-04-07'],
    ['the requested date', {}, {}, '2026-04-09', '2026-04-09'],
    [
      'the date on which the receipt’s money is free again',
      { releasedOn: '2026-04-08' },
      {},
      '2026-04-06',
      '2026-04-08',
    ],
    [
      'the date on which the invoice is outstanding again',
      {},
      { releasedOn: '2026-04-08' },
      '2026-04-06',
      '2026-04-08',
    ],
  ])('are not dated before %s', (_reason, ofSource, ofInvoice, onDay, allocatedOn) => {
    const planned = planAllocations(source(ofSource), [invoice('a', ofInvoice)], inRows('a', 1), onDay);
    expect(planned).toMatchObject([{ allocatedOn }]);
  });

  it('are refused row by row, with one code if all rows break the same rule', () => {
    const both = refused(...inRows('a', 10_001));
    expect(both.code).toBe('INPUT_INVALID');
    expect(both.fields).toEqual({
      'allocations.0.amount': [{ code: 'ALLOC_EXCEEDS_TARGET' }, { code: 'ALLOC_EXCEEDS_SOURCE' }],
    });
    const others = refused(...inRows('a', 1), ...inRows('b', 1), ...inRows('b', 2));
    expect(others.code).toBe('CURRENCY_MISMATCH');
    expect(Object.keys(others.fields)).toEqual(['allocations.1.amount', 'allocations.2.amount']);
  });
});
