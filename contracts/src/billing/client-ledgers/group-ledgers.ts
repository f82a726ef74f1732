import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { exportFormat, pageOf } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { LedgerLine } from './client-ledgers.ts';

/** All clients in the order of dates with the group's balance, or one client after the other, each with its own. */
export const groupOrders = ['together', 'each'] as const;

export const GroupLedgerLine = LedgerLine.extend({ client: Reference });
export type GroupLedgerLine = z.infer<typeof GroupLedgerLine>;

const moved = { opening: MinorUnits, debit: MinorUnits, credit: MinorUnits, closing: MinorUnits };

/** How many clients of the group the figures hold, and how many it has. */
const membersShown = { shown: z.int(), of: z.int() };

/** The lines of a group's clients with one billing entity in one currency, and the balances before and after. */
export const GroupLedger = pageOf(GroupLedgerLine).extend({
  group: Reference,
  entity: Reference,
  currency: z.string(),
  from: PlainDate.nullable(),
  asOf: PlainDate,
  members: z.object(membersShown),
  /** The clients with entries up to the last day. */
  clients: z.array(z.object({ client: Reference, ...moved })),
  ...moved,
});
export type GroupLedger = z.infer<typeof GroupLedger>;

const GroupLedgerQuery = z.object({
  groupId: Uuid,
  entityId: Uuid,
  currency: CurrencyCode,
  from: PlainDate.optional(),
  asOf: PlainDate,
  order: z.enum(groupOrders).default('together'),
});

const view = { method: 'GET', allow: 'reports.client_ledgers' } as const;

/** The ledger of a client group. Only clients in the caller's scope count. */
export const groupLedgers = {
  /** The group's ledgers: one for each billing entity and currency with entries. */
  find: endpoint({
    ...view,
    path: '/group-ledgers',
    input: z.object({ groupId: Uuid, asOf: PlainDate }),
    output: z.object({
      members: z.object(membersShown),
      ledgers: z.array(z.object({ entity: Reference, currency: z.string(), balance: MinorUnits })),
    }),
  }),
  open: endpoint({
    ...view,
    path: '/group-ledgers/lines',
    input: GroupLedgerQuery.extend({
      cursor: z.string().max(1000).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: GroupLedger,
  }),
  export: endpoint({
    ...view,
    path: '/group-ledgers/export',
    file: true,
    input: GroupLedgerQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
  statement: endpoint({
    ...view,
    path: '/group-ledgers/pdf',
    file: true,
    recorded: true,
    input: GroupLedgerQuery,
    output: fileOutput,
  }),
};
