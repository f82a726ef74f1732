import { minor } from '@daybook/contracts/money/money';
import { atOwnRate, type WithholdingTerms } from '@daybook/contracts/money/withholding';
import { openInvoice } from '../test/billing-records.ts';
import { check, propose, proposeWithheld, sourceOf } from '../common/proposal.ts';

const entityId = 'entity';
const first = openInvoice(1, 10_000, '2026-10-31');
const second = openInvoice(2, 5_000, '2026-11-30');
const open = [second, first];

describe('the allocations of a receipt', () => {
  it('count money, withheld tax and bank charges, and treat unreadable input as zero', () => {
    expect(sourceOf({ amount: 9_000, withheld: 1_000, bankCharge: 50 }, entityId, 'EUR').available).toBe(
      10_050,
    );
    expect(sourceOf({ amount: 'x', withheld: null }, entityId, 'EUR').available).toBe(0);
  });

  it('are proposed for the oldest due first, after the invoice from which the person came', () => {
    const source = sourceOf({ amount: 12_000 }, entityId, 'EUR');
    expect(propose(source, open, null, '2026-11-20')).toEqual([
      { invoiceId: first.id, amount: 10_000 },
      { invoiceId: second.id, amount: 2_000 },
    ]);
    expect(propose(source, open, second.id, '2026-11-20')).toEqual([
      { invoiceId: second.id, amount: 5_000 },
      { invoiceId: first.id, amount: 7_000 },
    ]);
  });

  it('expect the tax withheld from every invoice that the money settles, and a share from the last', () => {
    const invoices = [first, second].map((one) => ({
      ...one,
      withheldExpected: minor(one.outstanding / 10),
    }));
    const withheld = (amount: number, firstId: string | null = null) =>
      proposeWithheld({ amount }, invoices, firstId).amount;
    expect(withheld(9_000)).toBe(1_000);
    expect(withheld(13_500)).toBe(1_500);
    expect(withheld(11_250)).toBe(1_250);
    expect(withheld(4_500, second.id)).toBe(500);
    expect(withheld(20_000)).toBe(1_500);
    const partPaid = invoices.map((one) => ({ ...one, payable: minor(one.outstanding + 1) }));
    expect(proposeWithheld({ amount: 20_000 }, partPaid, null).amount).toBe(0);
  });

  it('withhold by the code of each invoice, which then counts towards the threshold of the next', () => {
    const terms: WithholdingTerms = {
      ...atOwnRate(null, '10'),
      counting: 'year',
      threshold: minor(12_000),
    };
    const invoices = [first, second].map((one) => ({
      ...one,
      withholding: { codeId: 'code', section: '194J', base: one.outstanding, terms },
    }));
    const withheld = (amount: number, of = invoices) => proposeWithheld({ amount }, of, null);
    expect(withheld(9_000)).toEqual({ amount: 0, section: null });
    expect(withheld(14_500)).toEqual({ amount: 500, section: '194J' });
    expect(withheld(10_000 + 2_250)).toEqual({ amount: 250, section: '194J' });
    const halfPaid = invoices.map((one) => ({
      ...one,
      payable: minor(one.outstanding * 2),
      withholding: { ...one.withholding, terms: atOwnRate(null, '10') },
    }));
    expect(withheld(20_000, halfPaid)).toEqual({ amount: 750, section: '194J' });
  });

  it('report the advance, and the row that allocates too much', () => {
    const source = sourceOf({ amount: 12_000 }, entityId, 'EUR');
    expect(check(source, open, [{ invoiceId: first.id, amount: 10_000 }])).toMatchObject({
      allocated: 10_000,
      advance: 2_000,
      refusals: [],
    });
    const tooMuch = [
      { invoiceId: first.id, amount: 10_000 },
      { invoiceId: second.id, amount: 6_000 },
    ];
    expect(check(source, open, tooMuch)).toMatchObject({
      advance: -4_000,
      refusals: [
        { row: 1, code: 'ALLOC_EXCEEDS_TARGET' },
        { row: 1, code: 'ALLOC_EXCEEDS_SOURCE' },
      ],
    });
  });
});
