import type { Client } from '@daybook/contracts/crm/clients/clients';
import { invoiceDaysOf } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import type { Billing } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import { PlainDate } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { CellReader } from '../../../imports/cell-reader.ts';
import { dateOf } from '../../../imports/cell-values.ts';
import { put } from '../../../imports/changed-fields.ts';
import type { FieldTexts } from '../../../imports/changed-fields.ts';
import type { Remark } from '../../../imports/import-kind.ts';
import { normalise } from '../../../db/search.ts';
import { nominalDates } from '../../../recurrence/occurrences.ts';
import { mayApply, pastInvoiceDays } from '../../subscriptions/begin-subscription.ts';
import { daysOf } from '../../subscriptions/plan-subscription.ts';
import type { PackageOnSale, subscribedDays } from '../../subscriptions/sold-packages.ts';
import type { RowContext } from './row-reader.ts';

/** The package that a row gives its client. */
export interface PackagePlan {
  packageId: string;
  name: string;
  startsOn: string;
  /** The last day of a package that is sold once. */
  endedOn: string | null;
  billing: Billing;
  /** How many of its invoices are due by today. */
  dueInvoices: number;
  remarks: Remark[];
}

export type SubscribedDays = Awaited<ReturnType<typeof subscribedDays>>[number];

/** The column of a field of the command that applies a package. */
const columnOfPackage = (field: string): string => {
  if (field === 'startsOn' || field === 'firstPeriod') return 'packageStart';
  return field === 'billing' ? 'packageBilling' : 'package';
};

/** The columns that say which package a client gets. */
export const isOfPackage = (field: string | null): boolean => field?.startsWith('package') ?? false;

/** What the refusals of the command say of a row. */
const saidOfRow: Record<string, string> = {
  TOO_MANY: 'PACKAGE_TOO_EARLY',
  STARTS_TOO_EARLY: 'PACKAGE_WORK_TOO_EARLY',
  REFERENCE_UNKNOWN: 'PACKAGE_PART_INACTIVE',
};

const asSaidOfRow = (fields: FieldRefusals): FieldRefusals =>
  Object.fromEntries(
    Object.entries(fields).map(([field, why]) => [
      columnOfPackage(field),
      why.map(({ code, ...more }) => ({ ...more, code: saidOfRow[code] ?? code })),
    ]),
  );

/** What the command refuses, at the columns of the package. */
export function refusalOfPackage({ code, params, fields }: Refusal): Refusal {
  const at = Object.keys(fields).length > 0 ? fields : { packageId: [{ code }] };
  return new Refusal(code, params, asSaidOfRow(at));
}

function packageNamed(reader: CellReader, name: string, { choices }: RowContext): PackageOnSale | undefined {
  const [found] = choices.packages.get(normalise(name)) ?? [];
  if (found === undefined) return reader.fault('package', 'REFERENCE_UNKNOWN');
  if (!found.active) return reader.fault('package', 'PACKAGE_INACTIVE');
  return found.isEntityActive ? found : reader.fault('package', 'PACKAGE_ENTITY_INACTIVE');
}

function firstDayOf(reader: CellReader): string | undefined {
  const given = PlainDate.safeParse(dateOf(reader.cells.get('packageStart') ?? ''));
  if (given.success) return given.data;
  const text = reader.cells.get('packageStart') ?? '';
  reader.report({ packageStart: fieldRefusals(given.error, text)[''] ?? [] }, (field) => field);
  return undefined;
}

/** Refuses as the command that applies a package. */
function planOf(onSale: PackageOnSale, wanted: string, billing: Billing): PackagePlan {
  const { id: packageId, name, today } = onSale;
  const sold = { ...onSale, version: { cycle: onSale.cycle } };
  const days = daysOf(sold, { startsOn: wanted, firstPeriod: null });
  const { startsOn, endedOn } = days;
  const series = invoiceDaysOf({ ...days.cycle, billedFrom: days.billedFrom, endedOn, billing });
  const past = pastInvoiceDays(series, today).length;
  const isDueToday =
    nominalDates(series, { from: today, until: series.endsOn ?? today, most: 1 })[0] === today;
  const remarks: Remark[] = [];
  const say = (code: string, params: Record<string, string | number>) =>
    remarks.push({ field: 'packageStart', code, params });
  if (days.isMoved) say('PACKAGE_MOVED', { day: startsOn });
  if (past > 0) say('PACKAGE_PAST', { count: past });
  return { packageId, name, startsOn, endedOn, billing, dueInvoices: past + (isDueToday ? 1 : 0), remarks };
}

/** The package that the cells name, as far as it can be judged without the client; what is wrong is said at the columns. */
export function readPackage(
  reader: CellReader,
  before: Client | null,
  context: RowContext,
): PackagePlan | null {
  const name = reader.cells.get('package') ?? '';
  const billingText = reader.cells.get('packageBilling') ?? '';
  if (name === '') {
    for (const field of ['packageStart', 'packageBilling'])
      if (reader.cells.get(field)) reader.fault(field, 'PACKAGE_MISSING');
    return null;
  }
  if (!mayApply(context.user)) return reader.fault('package', 'PERM_DENIED') ?? null;
  if (before !== null && before.status !== 'active')
    return reader.fault('package', 'CLIENT_INACTIVE') ?? null;
  const onSale = packageNamed(reader, name, context);
  if (onSale === undefined) return null;
  const startsOn = firstDayOf(reader);
  const billing = billingText === '' ? 'pre' : reader.word('packageBilling')(billingText);
  if (startsOn === undefined || billing === undefined) return null;
  try {
    return planOf(onSale, startsOn, billing as Billing);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reader.report(refusalOfPackage(error).fields, (field) => field);
    return null;
  }
}

/** The package that the client does not have yet. One that it has on some of these days stays as it is, with a remark. */
export function packageToGive(
  plan: PackagePlan | null,
  before: Client | null,
  has: readonly SubscribedDays[],
): { given: PackagePlan | null; remarks: Remark[] } {
  if (plan === null || before === null) return { given: plan, remarks: plan?.remarks ?? [] };
  const isThere = has.some(
    ({ clientId, packageId, startsOn, endedOn }) =>
      clientId === before.id &&
      packageId === plan.packageId &&
      (endedOn ?? plan.startsOn) >= plan.startsOn &&
      (plan.endedOn ?? startsOn) >= startsOn,
  );
  if (!isThere) return { given: plan, remarks: plan.remarks };
  return { given: null, remarks: [{ field: 'package', code: 'PACKAGE_THERE' }] };
}

/** What the package is as texts, to show what an import changes. */
export function putPackage(texts: FieldTexts, plan: PackagePlan | null): FieldTexts {
  put(texts, 'package', plan?.name);
  put(texts, 'packageStart', plan?.startsOn);
  put(texts, 'packageBilling', plan?.billing);
  return texts;
}
