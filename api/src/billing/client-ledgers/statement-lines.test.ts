import type { LedgerLine } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { minor } from '@daybook/contracts/money/money';
import { withoutVoided } from './statement-lines.ts';

function line(kind: LedgerLine['kind'], no: string, amount: number, balance: number): LedgerLine {
  return {
    date: '2026-04-01',
    kind,
    document: { id: no, label: no },
    documentKind: kind === 'receipt' ? 'receipt' : 'invoice',
    dueDate: null,
    debit: minor(Math.max(amount, 0)),
    credit: minor(Math.max(-amount, 0)),
    balance: minor(balance),
  };
}

const told = ({ kind, document, balance }: LedgerLine) => [kind, document.label, balance];

describe('a statement', () => {
  it('leaves out an invoice that was issued and voided in its period, and its effect on the balance', () => {
    const lines = [
      line('invoice', 'F1', 1000, 1300),
      line('invoice', 'F2', 500, 1800),
      line('receipt', 'R1', -1000, 800),
      line('void', 'F2', -500, 300),
    ];
    const { lines: kept, ...sums } = withoutVoided({
      lines,
      opening: minor(300),
      debit: minor(1500),
      credit: minor(1500),
    });
    expect(kept.map(told)).toEqual([
      ['invoice', 'F1', 1300],
      ['receipt', 'R1', 300],
    ]);
    expect(sums).toEqual({ opening: 300, debit: 1000, credit: 1000 });
  });

  it('keeps the void of an invoice issued before its period, and a write-off with its reversal', () => {
    const lines = [
      line('void', 'F0', -300, 0),
      line('invoice', 'F1', 1000, 1000),
      line('write_off', 'F1', -1000, 0),
      line('write_off_back', 'F1', 1000, 1000),
    ];
    expect(withoutVoided({ lines, opening: minor(300), debit: minor(2000), credit: minor(1300) })).toEqual({
      lines,
      opening: 300,
      debit: 2000,
      credit: 1300,
    });
  });
});
