import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import {
  Amount,
  ById,
  Instant,
  MinorUnits,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { BaseQuantity } from '../../money/decimal.ts';
import { compare, MAX_AMOUNT, NOTHING, sum } from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';

/** How often the price is due. */
export const packageCycles = ['once', 'monthly', 'quarterly', 'half_yearly', 'yearly'] as const;
export type PackageCycle = (typeof packageCycles)[number];

/** A line of the package's invoices. `share` is its part of the price, in minor units without tax, whatever its quantity. */
const PackageService = z.strictObject({ serviceId: Uuid, qty: BaseQuantity, share: Amount });
const PackagePrice = z.strictObject({ validFrom: PlainDate, price: Amount });
const PackageRecurringTask = z.strictObject({ categoryId: Uuid });
/** A task that is done once. `offsetDays` counts from the day on which the client begins to the start of the task. */
const PackageTask = z.strictObject({ categoryId: Uuid, offsetDays: z.int().min(0).max(730).default(0) });

const OptionalDay = PlainDate.nullish().transform((value) => value ?? null);

/** Refuses `code` on the part of each row that an earlier row has already. */
const oneOfEach =
  <Part extends string>(part: Part, code: string) =>
  (rows: readonly Record<Part, string>[], context: z.RefinementCtx): void => {
    const known = new Set<string>();
    for (const [index, row] of rows.entries()) {
      if (known.has(row[part])) context.addIssue({ code: 'custom', path: [index, part], message: code });
      known.add(row[part]);
    }
  };

/** What a version holds. A change of it makes the next version; clients who have the package keep theirs. */
const contents = {
  cycle: z.enum(packageCycles),
  currency: CurrencyCode,
  /** Of a whole cycle, in minor units of `currency`, without tax. The shares of the services add up to it. */
  price: Amount,
  /** Prices from later days on, spread over the services in proportion to their shares; without a price first, there is nothing to go by. */
  laterPrices: z.array(PackagePrice).max(20).superRefine(oneOfEach('validFrom', 'PRICE_TWICE')).default([]),
  services: z.array(PackageService).min(1).max(50),
  recurringTasks: z
    .array(PackageRecurringTask)
    .max(50)
    .superRefine(oneOfEach('categoryId', 'CATEGORY_TWICE'))
    .default([]),
  tasks: z.array(PackageTask).max(50).default([]),
};

const fields = {
  name: requiredText(120),
  description: optionalText(2000),
  /** Bills the clients who have it. */
  entityId: Uuid,
  /** The days on which a client can begin with it; null is without limit. */
  validFrom: OptionalDay,
  validTo: OptionalDay,
  ...contents,
};

interface Whole {
  validFrom: string | null;
  validTo: string | null;
  cycle: PackageCycle;
  price: Minor;
  laterPrices: readonly { price: Minor }[];
  services: readonly { share: Minor }[];
  recurringTasks: readonly unknown[];
}

function checkWhole(given: Whole, context: z.RefinementCtx): void {
  const refuse = (place: string | (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path: [place].flat(), message });
  if (given.validFrom !== null && given.validTo !== null && given.validTo < given.validFrom)
    refuse('validTo', 'DATE_ORDER');
  const shares = given.services.map(({ share }) => share);
  // A share above the limit is refused by itself, and may be too large to be summed.
  if (shares.every((share) => share <= MAX_AMOUNT) && compare(sum(shares), given.price) !== 0)
    refuse('price', 'SHARES_NOT_PRICE');
  if (given.price === NOTHING)
    for (const [index, later] of given.laterPrices.entries())
      if (later.price !== NOTHING) refuse(['laterPrices', index, 'price'], 'PRICE_WITHOUT_SHARES');
  if (given.cycle === 'once' && given.laterPrices.length + given.recurringTasks.length > 0)
    refuse('cycle', 'SOLD_ONCE');
}

export const PackageRow = z.object({
  id: Uuid,
  version: Version,
  name: z.string(),
  entity: Reference,
  cycle: z.enum(packageCycles),
  currency: z.string(),
  price: MinorUnits,
  validFrom: PlainDate.nullable(),
  validTo: PlainDate.nullable(),
  active: z.boolean(),
});
export type PackageRow = z.infer<typeof PackageRow>;

/** One version with what it holds. */
export const PackageVersion = z.object({
  id: Uuid,
  no: z.int(),
  madeAt: Instant,
  madeBy: z.string().nullable(),
  cycle: z.enum(packageCycles),
  currency: z.string(),
  price: MinorUnits,
  laterPrices: z.array(z.object({ validFrom: PlainDate, price: MinorUnits })),
  services: z.array(z.object({ service: Reference, qty: z.string(), share: MinorUnits })),
  recurringTasks: z.array(z.object({ category: Reference })),
  tasks: z.array(z.object({ category: Reference, offsetDays: z.int() })),
});
export type PackageVersion = z.infer<typeof PackageVersion>;

/** A package with its latest version. */
export const PackageRecord = PackageRow.omit({ cycle: true, currency: true, price: true }).extend({
  description: z.string().nullable(),
  /** Whether a client has or had it. Its billing entity stays then. */
  isSold: z.boolean(),
  latest: PackageVersion,
});
export type PackageRecord = z.infer<typeof PackageRecord>;

const PackageListQuery = listQuery(['name', '-name'], {
  active: z.stringbool(),
  entityId: Uuid,
  cycle: z.enum(packageCycles),
});

export const packages = {
  ...listEndpoints('/packages', 'packages', { query: PackageListQuery, row: PackageRow, total: ListTotal }),
  open: openEndpoint('/packages', 'packages', PackageRecord),
  /** All versions, the latest first. */
  versions: endpoint({
    method: 'GET',
    path: '/packages/:id/versions',
    allow: 'packages',
    input: ById,
    output: z.object({ versions: z.array(PackageVersion) }),
  }),
  create: createEndpoint('/packages', 'packages', {
    input: z.object({ id: OwnId, ...fields }).superRefine(checkWhole),
    output: PackageRecord,
  }),
  edit: editEndpoint('/packages', 'packages', {
    input: ById.extend(fields).extend({ active: z.boolean() }).superRefine(checkWhole),
    output: PackageRecord,
  }),
  /** Deletes a package that no client has; others are deactivated. */
  remove: removeEndpoint('/packages', 'packages'),
};
