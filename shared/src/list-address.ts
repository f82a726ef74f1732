import { pageSizes } from '@daybook/contracts/lists';
import { addDays } from '@daybook/contracts/plain-date';
import { queryOf } from '@daybook/shared/call';
import { today } from '@daybook/shared/today';

/** The state of a list in its URL. Null is the list's default and is left out of the URL. */
export interface ListAddress {
  q: string;
  filter: Record<string, string | string[]>;
  sort: string | null;
  cursor: string | null;
  pageSize: number | null;
  /** The names of the columns shown beside those that the list always shows. */
  columns: readonly string[] | null;
}

export function readListAddress(params: URLSearchParams): ListAddress {
  const filter: ListAddress['filter'] = {};
  for (const key of new Set(params.keys())) {
    const name = /^filter\[([a-zA-Z]+)\]$/.exec(key)?.[1];
    const values = params.getAll(key);
    if (name !== undefined) filter[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  const pageSize = Number(params.get('pageSize'));
  return {
    q: params.get('q') ?? '',
    filter,
    sort: params.get('sort'),
    cursor: params.get('cursor'),
    // A page size typed into the address by hand is ignored unless it is one of the choices.
    pageSize: pageSizes.find((size) => size === pageSize) ?? null,
    columns: params.get('columns')?.split(',').filter(Boolean) ?? null,
  };
}

const relativeDay = /^today([+ -]\d{1,4})?$/;

/**
 * The date that `today+7` stands for; any other text stays as it is. A saved view stores dates in this form, so that
 * they move with the calendar.
 */
export function dayOfToken(text: string): string {
  const found = relativeDay.exec(text);
  return found ? addDays(today(), Number(found[1] ?? 0)) : text;
}

/** A filter in the form in which it is sent to the server. */
export const onTheDay = <Filter extends object>(filter: Filter): Filter =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      typeof value === 'string' ? dayOfToken(value) : (value as unknown),
    ]),
  ) as Filter;

/** The address with this state. Parameters that belong to others (a tab, a dialog) stay. */
export function writeListAddress(before: URLSearchParams, address: ListAddress): URLSearchParams {
  const { columns, ...rest } = address;
  const next = queryOf(rest);
  // Empty if only the columns are shown that cannot be hidden.
  if (columns !== null) next.set('columns', columns.join());
  for (const [key, value] of before) if (!isOfList(key)) next.append(key, value);
  return next;
}

const isOfList = (key: string): boolean =>
  ['q', 'sort', 'cursor', 'pageSize', 'columns'].includes(key) || key.startsWith('filter[');
