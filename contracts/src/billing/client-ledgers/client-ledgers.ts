import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { exportFormat, pageOf } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';

/**
 * One line of a client's ledger. The ledger holds receivables and advances together, so an allocation adds a line
 * (`allocation`) only if it settles an invoice of another client of the group. Withheld tax has a line of its own beside
 * the receipt's (docs/rules.md#the-ledger).
 */
export const LedgerLine = z.object({
  date: PlainDate,
  kind: z.enum([
    'opening',
    'invoice',
    'receipt',
    'withheld',
    'allocation',
    'allocation_back',
    'credit_note',
    'refund',
    'void',
    'reversal',
    'write_off',
    'write_off_back',
    'refund_back',
  ]),
  /** An invoice, a receipt or a credit note: see `documentKind`. */
  document: Reference,
  documentKind: z.enum(['invoice', 'receipt', 'credit_note']),
  dueDate: PlainDate.nullable(),
  debit: MinorUnits,
  credit: MinorUnits,
  /** Debit minus credit so far, the opening line included. */
  balance: MinorUnits,
});
export type LedgerLine = z.infer<typeof LedgerLine>;

/** Lines from `from` to `asOf` in the order of their dates, and the balance before them. */
export const ClientLedger = pageOf(LedgerLine).extend({
  client: Reference,
  entity: Reference,
  currency: z.string(),
  from: PlainDate.nullable(),
  asOf: PlainDate,
  opening: MinorUnits,
  debit: MinorUnits,
  credit: MinorUnits,
  closing: MinorUnits,
});
export type ClientLedger = z.infer<typeof ClientLedger>;

const LedgerQuery = z.object({
  clientId: Uuid,
  entityId: Uuid,
  currency: CurrencyCode,
  from: PlainDate.optional(),
  asOf: PlainDate,
});

const view = { method: 'GET', allow: 'reports.client_ledgers' } as const;

export const clientLedgers = {
  /** The client's ledgers: one for each billing entity and currency with postings. */
  find: endpoint({
    ...view,
    path: '/client-ledgers',
    input: z.object({ clientId: Uuid, asOf: PlainDate }),
    output: z.array(z.object({ entity: Reference, currency: z.string(), balance: MinorUnits })),
  }),
  open: endpoint({
    ...view,
    path: '/client-ledgers/lines',
    input: LedgerQuery.extend({
      cursor: z.string().max(1000).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: ClientLedger,
  }),
  export: endpoint({
    ...view,
    path: '/client-ledgers/export',
    file: true,
    input: LedgerQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
  statement: endpoint({
    ...view,
    path: '/client-ledgers/pdf',
    file: true,
    recorded: true,
    input: LedgerQuery,
    output: fileOutput,
  }),
};
