import type { InputOf } from '@daybook/contracts/endpoint';
import { daysOfRow, type Period } from '@daybook/contracts/receivables/collections/periods';
import type {
  RealisationGrouping,
  RealisationKey,
  realisation,
  realisedHours,
} from '@daybook/contracts/receivables/realisation/realisation';
import { onTheDay } from '@daybook/shared/list-address';
import { listLink } from '@daybook/shared/list-link';

export type ReportFilter = NonNullable<InputOf<typeof realisation.list>['filter']>;
export type DetailFilter = NonNullable<InputOf<typeof realisedHours.list>['filter']>;

const filterOf: Record<Exclude<RealisationGrouping, 'month'>, keyof DetailFilter> = {
  client: 'clientId',
  category: 'categoryId',
  person: 'personId',
  department: 'departmentId',
  entity: 'entityId',
};

/** The filter that finds exactly what a row counts: `period` is the whole of the report. */
function narrowed(keys: readonly RealisationKey[], period: Period): DetailFilter {
  let days = period;
  const filter: DetailFilter = {};
  for (const { by, id } of keys) {
    if (by === 'month') days = daysOfRow('month', id, days);
    else Object.assign(filter, { [filterOf[by]]: id });
  }
  return { ...filter, ...days };
}

interface Named {
  filter: ReportFilter;
  keys: readonly RealisationKey[];
  period: Period;
  currency: string;
}

/** The address of the report, narrowed to one of its rows or bars. */
export const narrowedLink = ({ filter, keys, period, currency }: Named): string =>
  listLink('realisation', { ...onTheDay(filter), ...narrowed(keys, period), currency });

/** The address of the hours or of the bills behind a row, or behind a total. */
export function detailsLink(
  kind: 'realised_hours' | 'realised_bill',
  { filter, keys, period, currency }: Named,
): string {
  const { by: _by, thenBy: _thenBy, ...rest } = onTheDay(filter);
  return listLink(kind, { ...rest, ...narrowed(keys, period), currency });
}
