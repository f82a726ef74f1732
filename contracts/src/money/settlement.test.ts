import { ageingBucket, ageingBuckets } from './ageing.ts';
import { minor } from './money.ts';
import {
  proposeSettlement,
  reverseAdvanceTax,
  settle,
  settlingAmount,
  splitAdvance,
  type AdvanceTax,
  type OpenDocument,
  type SettlementSource,
} from './settlement.ts';

const open = (id: string, outstanding: number, more: Partial<OpenDocument> = {}): OpenDocument => ({
  id,
  entityId: 'entity',
  currency: 'INR',
  number: id,
  issueDate: '2026-01-01',
  dueDate: '2026-01-31',
  outstanding: minor(outstanding),
  ...more,
});

const source = (available: number, withheld = 0): SettlementSource => ({
  entityId: 'entity',
  currency: 'INR',
  available: minor(available),
  withheld: minor(withheld),
});

const row = (targetId: string, amount: number) => ({ targetId, amount: minor(amount) });

describe('a proposed settlement', () => {
  it('settles documents by due date, issue date and number, and leaves the rest as an advance', () => {
    const documents = [
      open('INV-10', 100),
      open('INV-9', 100),
      open('INV-3', 100, { issueDate: '2026-01-15' }),
      open('INV-2', 100, { dueDate: '2026-01-10' }),
    ];
    const settlement = proposeSettlement(source(350), documents, 'fifo', '2026-02-28');
    expect(settlement.rows.map(({ targetId, amount }) => [targetId, amount])).toEqual([
      ['INV-2', 100],
      ['INV-9', 100],
      ['INV-10', 100],
      ['INV-3', 50],
    ]);
    expect(proposeSettlement(source(450), documents, 'fifo', '2026-02-28').advance).toBe(50);
  });

  it('can settle the oldest overdue documents first, then the others by issue date', () => {
    const documents = [
      open('young', 100, { issueDate: '2026-03-02', dueDate: '2026-03-20' }),
      open('old', 100, { issueDate: '2026-03-01', dueDate: '2026-03-30' }),
      open('late', 100, { dueDate: '2026-03-01' }),
      open('later', 100, { dueDate: '2026-02-01' }),
    ];
    const order = proposeSettlement(source(400), documents, 'oldest_overdue_first', '2026-03-10').rows.map(
      ({ targetId }) => targetId,
    );
    expect(order).toEqual(['later', 'late', 'old', 'young']);
  });

  it('skips other currencies, other entities and settled documents', () => {
    const documents = [
      open('a', 100, { currency: 'EUR' }),
      open('b', 100, { entityId: 'other' }),
      open('c', 0),
      open('d', 10),
    ];
    expect(proposeSettlement(source(50), documents, 'fifo', '2026-01-01').rows).toEqual([
      { ...row('d', 10), withheldPart: 0 },
    ]);
  });
});

describe('a settlement', () => {
  it('TDS: clears the invoice with the bank amount and the withheld tax together', () => {
    const available = settlingAmount({
      amount: minor(198_240),
      withheld: minor(18_360),
      bankCharge: minor(0),
    });
    const result = settle(source(available, 18_360), [open('a', 216_600)], [row('a', 216_600)]);
    expect(result).toEqual({
      ok: true,
      settlement: { rows: [{ ...row('a', 216_600), withheldPart: 18_360 }], advance: 0, withheldAdvance: 0 },
    });
  });

  it('CENT: leaves a cent when 99.99 is paid on 100.00', () => {
    const { rows, advance } = proposeSettlement(source(9999), [open('a', 10_000)], 'fifo', '2026-01-01');
    expect([rows[0]?.amount, advance]).toEqual([9999, 0]);
  });

  it('distributes withheld tax by amount and leaves the excess with the advance', () => {
    const documents = [open('a', 50), open('b', 100)];
    const shared = settle(source(200, 10), documents, [row('a', 50), row('b', 100)]);
    expect(shared).toMatchObject({
      settlement: { rows: [{ withheldPart: 3 }, { withheldPart: 7 }], advance: 50 },
    });
    expect(settle(source(200, 60), documents, [row('a', 50)])).toMatchObject({
      settlement: { advance: 150, withheldAdvance: 10 },
    });
  });

  it('names the row that exceeds its limit', () => {
    const documents = [
      open('a', 100),
      open('b', 100),
      open('eur', 1, { currency: 'EUR' }),
      open('other', 1, { entityId: 'x' }),
    ];
    const refusals = (...rows: ReturnType<typeof row>[]) => {
      const result = settle(source(150), documents, rows);
      return result.ok ? [] : result.refusals.map(({ code, row: at }) => [at, code]);
    };
    expect(refusals(row('a', 101))).toEqual([[0, 'ALLOC_EXCEEDS_TARGET']]);
    expect(refusals(row('a', 60), row('a', 60))).toEqual([[1, 'ALLOC_EXCEEDS_TARGET']]);
    expect(refusals(row('a', 100), row('b', 51))).toEqual([[1, 'ALLOC_EXCEEDS_SOURCE']]);
    expect(refusals(row('eur', 1), row('other', 1), row('none', 1), row('a', 0))).toEqual([
      [0, 'CURRENCY_MISMATCH'],
      [1, 'ENTITY_MISMATCH'],
      [2, 'ALLOC_TARGET_UNKNOWN'],
      [3, 'ALLOC_AMOUNT'],
    ]);
  });
});

describe('an advance that includes tax', () => {
  const gst: AdvanceTax = {
    category: 'S',
    ratePct: '18',
    components: [
      { name: 'CGST', share: 1 },
      { name: 'SGST', share: 1 },
    ],
    roundingDir: 'half_up',
  };

  it('ADV: of 590 holds 500 and 45 + 45, and allocating 118 takes 9 + 9 back', () => {
    expect(splitAdvance(minor(59_000), gst)).toMatchObject({
      net: 50_000,
      components: [{ tax: 4500 }, { tax: 4500 }],
    });
    expect(reverseAdvanceTax(gst, minor(59_000), minor(47_200)).map(({ tax }) => tax)).toEqual([900, 900]);
    expect(splitAdvance(minor(47_200), gst)).toMatchObject({ net: 40_000, tax: 7_200 });
  });

  it('gets its tax back when an allocation is taken back', () => {
    expect(reverseAdvanceTax(gst, minor(47_200), minor(59_000)).map(({ tax }) => tax)).toEqual([-900, -900]);
  });
});

describe('ageing', () => {
  it.each([
    ['2026-03-31', 0],
    ['2026-03-30', 1],
    ['2026-03-01', 1],
    ['2026-02-28', 2],
    ['2026-01-30', 2],
    ['2026-01-29', 3],
    ['2025-12-31', 3],
    ['2025-12-30', 4],
    ['2025-10-02', 4],
    ['2025-10-01', 5],
  ])('due %s is bucket %i on 2026-03-31', (dueDate, bucket) => {
    expect(ageingBucket(dueDate, '2026-03-31')).toBe(bucket);
  });

  it('has strictly increasing bounds', () => {
    expect(ageingBuckets([15, 45])).toEqual([
      { from: -Infinity, to: 0 },
      { from: 1, to: 15 },
      { from: 16, to: 45 },
      { from: 46 },
    ]);
    expect(() => ageingBuckets([30, 30])).toThrow(RangeError);
    expect(() => ageingBuckets([0])).toThrow(RangeError);
  });
});
