import type { InputOf } from '@daybook/contracts/endpoint';
import type {
  CollectionGrouping,
  CollectionKey,
  collectedReceipts,
  collections,
} from '@daybook/contracts/receivables/collections/collections';
import {
  daysOfRow,
  type Period,
  type TimeGrouping,
} from '@daybook/contracts/receivables/collections/periods';
import { listLink } from '@daybook/shared/list-link';
import { onTheDay } from '@daybook/shared/list-address';

export type ReportFilter = NonNullable<InputOf<typeof collections.list>['filter']>;
export type ReceiptFilter = NonNullable<InputOf<typeof collectedReceipts.list>['filter']>;

const filterOf: Record<Exclude<CollectionGrouping, TimeGrouping>, keyof ReceiptFilter> = {
  mode: 'mode',
  bank_account: 'bankAccountId',
  entity: 'entityId',
  client: 'clientId',
  group: 'groupId',
  crm: 'crmId',
  manager: 'managerId',
  service: 'serviceId',
  department: 'departmentId',
  received_by: 'receivedById',
};

/** The filter that finds exactly the receipts of a row: `period` is the whole of the report, cut by each level of time. */
function narrowed(keys: readonly CollectionKey[], period: Period): ReceiptFilter {
  let days = period;
  const filter: ReceiptFilter = {};
  for (const { by, id } of keys) {
    if (by === 'day' || by === 'week' || by === 'month') days = daysOfRow(by, id, days);
    else Object.assign(filter, { [filterOf[by]]: id });
  }
  return { ...filter, ...days };
}

interface Named {
  filter: ReportFilter;
  keys: readonly CollectionKey[];
  period: Period;
  currency: string;
}

/** The address of the report, narrowed to one of its rows or bars. */
export const narrowedLink = ({ filter, keys, period, currency }: Named): string =>
  listLink('collection', { ...onTheDay(filter), ...narrowed(keys, period), currency });

/** The address of the receipts behind a row, or behind a total. */
export function receiptsLink({ filter, keys, period, currency }: Named): string {
  const { by: _by, thenBy: _thenBy, ...rest } = onTheDay(filter);
  return listLink('collected_receipt', { ...rest, ...narrowed(keys, period), currency });
}
