import { minor } from '@daybook/contracts/money/money';
import type { PrintedStatement } from '../../src/pdf/statement-pdf.ts';
import { frenchIssuer } from '../files/printed-issuers.ts';
import { client } from '../files/printed-samples.ts';

/** A client's account with that many invoices and receipts in turn. */
export const statementOf = (lines: number): PrintedStatement => ({
  docLocale: 'fr',
  currency: 'EUR',
  issuer: frenchIssuer,
  client: client('Société Générale de Café 山田', 'FR', ['75002 Paris']),
  from: '2026-10-01',
  asOf: '2026-11-30',
  opening: minor(50_000),
  debit: minor(437_924 * Math.ceil(lines / 2)),
  credit: minor(437_924 * Math.floor(lines / 2)),
  closing: minor(50_000 + 437_924 * (lines % 2)),
  lines: Array.from({ length: lines }, (_, index) => ({
    date: '2026-10-01',
    kind: index % 2 === 0 ? ('invoice' as const) : ('receipt' as const),
    document: `F2026-${String(index).padStart(5, '0')}`,
    dueDate: index % 2 === 0 ? '2026-10-31' : null,
    debit: minor(index % 2 === 0 ? 437_924 : 0),
    credit: minor(index % 2 === 0 ? 0 : 437_924),
    balance: minor(50_000 + (index % 2 === 0 ? 437_924 : 0)),
  })),
});
