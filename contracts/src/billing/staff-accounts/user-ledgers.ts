import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import type { Allow } from '../../endpoint.ts';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, exportFormat, listQuery, pageOf } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints } from '../../usual-endpoints.ts';
import { staffVoucherKinds } from './staff-vouchers.ts';

/** The accounts of a person: what the firm owes for expenses, what it advanced, and the cash that the person holds. */
export const staffAccounts = ['staff_payable', 'staff_advance', 'staff_cash'] as const;
export type StaffAccount = (typeof staffAccounts)[number];

/** Balances of one person in one entity and currency. `net` is what the person owes the firm: advance and cash less payable. */
const balances = {
  payable: MinorUnits,
  advance: MinorUnits,
  cash: MinorUnits,
  net: MinorUnits,
};
export const StaffBalances = z.object(balances);
export type StaffBalances = z.infer<typeof StaffBalances>;

/** What one person and one entity owe each other in one currency. */
export const UserBalance = z.object({
  id: z.string(),
  person: Reference,
  entity: Reference,
  currency: z.string(),
  ...balances,
  /** The entity's limit of cash that one person may hold; null if there is none, or for another currency than that of the books. */
  cashLimit: MinorUnits.nullable(),
  /** Cash offered to someone who has not confirmed it yet. */
  offered: MinorUnits,
});
export type UserBalance = z.infer<typeof UserBalance>;

/** Counts the balances; the sums are of all of them, by currency. */
export const UserBalancesTotal = ListTotal.extend({
  sums: z.array(z.object({ currency: z.string(), ...balances })),
});
export type UserBalancesTotal = z.infer<typeof UserBalancesTotal>;

/** What people owe is sorted within each currency. */
const UserBalancesQuery = listQuery(['name', '-name', '-net', 'net'], {
  /** The last day that counts, by default today. */
  asOf: PlainDate,
  entityId: Uuid,
  currency: CurrencyCode,
  /** Shows the ledgers of one person even if nothing is owed. */
  personId: Uuid,
});

export const UserLedgerLine = z.object({
  date: PlainDate,
  account: z.enum(staffAccounts),
  kind: z.enum(['opening', 'expense', 'receipt', 'reimbursement', ...staffVoucherKinds, 'reversal']),
  /** The expense, receipt or staff voucher; null for the opening line. */
  document: z
    .object({ id: Uuid, number: z.string(), kind: z.enum(['expense', 'receipt', 'staff_voucher']) })
    .nullable(),
  /** What the expense was, the client of the receipt, or the other person of a hand-over. */
  text: z.string().nullable(),
  debit: MinorUnits,
  credit: MinorUnits,
  /** Debit minus credit over all three accounts so far: what the person owes the firm. */
  balance: MinorUnits,
});
export type UserLedgerLine = z.infer<typeof UserLedgerLine>;

export const UserLedger = pageOf(UserLedgerLine).extend({
  person: Reference,
  entity: Reference,
  currency: z.string(),
  from: PlainDate.nullable(),
  asOf: PlainDate,
  opening: StaffBalances,
  closing: StaffBalances,
  debit: MinorUnits,
  credit: MinorUnits,
});
export type UserLedger = z.infer<typeof UserLedger>;

/** One person in the attribution of a month, or of the whole period where `month` is null; the person is null for clients without one. */
export const AttributionRow = z.object({
  person: Reference.nullable(),
  month: z.string().nullable(),
  billed: MinorUnits,
  collected: MinorUnits,
  /** What the clients owe today; only for the whole period. */
  outstanding: MinorUnits.nullable(),
});
export type AttributionRow = z.infer<typeof AttributionRow>;

export const Attribution = z.object({
  currency: z.string(),
  rows: z.array(AttributionRow),
  /** The whole firm: the sum of the persons, and of what belongs to none. */
  total: AttributionRow.omit({ person: true }),
});
export type Attribution = z.infer<typeof Attribution>;

/** A relationship manager has the whole of a client; the executives of a client share it in equal parts. */
export const attributionViews = ['crm', 'executive'] as const;
export type AttributionView = (typeof attributionViews)[number];

const ofPerson = { entityId: Uuid, currency: CurrencyCode, from: PlainDate.optional(), asOf: PlainDate };
const paged = {
  cursor: z.string().max(1000).optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
};
const AttributionQuery = z.object({
  view: z.enum(attributionViews).default('crm'),
  entityId: Uuid.optional(),
  from: PlainDate,
  to: PlainDate,
});

const ledgersAt = <Person extends z.ZodRawShape>(path: string, allow: Allow, person: Person) => {
  const query = z.object({ ...person, ...ofPerson });
  const get = { method: 'GET', allow } as const;
  return {
    lines: endpoint({ ...get, path: `${path}/lines`, input: query.extend(paged), output: UserLedger }),
    exportLines: endpoint({
      ...get,
      path: `${path}/lines/export`,
      file: true,
      input: query.extend({ format: exportFormat }),
      output: fileOutput,
    }),
    pdf: endpoint({
      ...get,
      path: `${path}/lines/pdf`,
      file: true,
      recorded: true,
      input: query,
      output: fileOutput,
    }),
  };
};

const view = { method: 'GET', allow: 'reports.user_ledgers' } as const;

/** What the firm and its people owe each other, within the scope: a row for each person, entity and currency with a balance. */
export const userLedgers = {
  ...listEndpoints('/user-ledgers', view.allow, {
    query: UserBalancesQuery,
    row: UserBalance,
    total: UserBalancesTotal,
  }),
  ...ledgersAt('/user-ledgers', view.allow, { personId: Uuid }),
};

/** What the clients of a person were billed, paid and owe; clients outside the scope do not count. */
export const attribution = {
  find: endpoint({
    ...view,
    path: '/attribution',
    input: AttributionQuery,
    output: z.array(Attribution),
  }),
  export: endpoint({
    ...view,
    path: '/attribution/export',
    file: true,
    input: AttributionQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
};

/** One's own ledger, whatever one may see of others. */
export const ownLedger = {
  balances: endpoint({
    method: 'GET',
    path: '/own-ledger',
    allow: 'signedIn',
    input: z.object({ asOf: PlainDate }),
    output: z.array(UserBalance),
  }),
  ...ledgersAt('/own-ledger', 'signedIn', {}),
};
