import { useTranslation } from 'react-i18next';
import { shownReceiptModes } from '@daybook/contracts/billing/receipts/receipts';
import type { Reference } from '@daybook/contracts/fields';
import type { LookupKind } from '@daybook/contracts/lookups';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import type { BarFilter } from '@daybook/shared/list/filter-bar';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import type { List } from '@daybook/shared/list/use-list';
import { useCurrencyFilter, useEntityFilter } from '../common/document-filters.tsx';
import type { ReceiptFilter } from './row-filter.ts';
import { isSpecial } from './use-key-text.ts';

interface Filtered {
  list: Pick<List<never, ReceiptFilter>, 'filter' | 'setFilter'>;
}

type Grouping = 'group' | 'crm' | 'manager' | 'service' | 'department' | 'received_by';
type Keyed = 'groupId' | 'crmId' | 'managerId' | 'receivedById' | 'serviceId' | 'departmentId';

const keyed: readonly { name: Keyed; kind: LookupKind; by: Grouping }[] = [
  { name: 'groupId', kind: 'client_group', by: 'group' },
  { name: 'crmId', kind: 'crm', by: 'crm' },
  { name: 'managerId', kind: 'manager', by: 'manager' },
  { name: 'serviceId', kind: 'service', by: 'service' },
  { name: 'departmentId', kind: 'department', by: 'department' },
  { name: 'receivedById', kind: 'person', by: 'received_by' },
];

/** One of many records; a row without a record, opened from the report, is shown by its word. */
function KeyedFilter({
  list,
  name,
  kind,
  label,
}: Filtered & { name: Keyed; kind: LookupKind; label: string }) {
  const { t } = useTranslation('billing');
  const chosen = list.filter[name];
  return isSpecial(chosen) ? (
    <FilterChoice
      list={list}
      name={name}
      label={label}
      options={[{ value: chosen, label: t(`collection.without.${chosen}`) }]}
    />
  ) : (
    <FilterLookup list={list} name={name} label={label} kind={kind} />
  );
}

type Listed<Filter> = Pick<List<never, Filter>, 'filter' | 'setFilter'>;

/** The filters that the report shares with the list of its receipts; the period and the client are at hand. */
export function useCollectionFilters(
  list: Listed<ReceiptFilter>,
  bankAccounts: readonly Reference[],
): BarFilter<ReceiptFilter>[] {
  const { t } = useTranslation('billing');
  const { choice, lookup, one } = barFilters(list);
  const accounts = bankAccounts.map(({ id, label }) => ({ value: id, label }));
  return [
    rangeFilter(list, t('collection.period')),
    lookup('clientId', t('field.client'), 'client'),
    useEntityFilter(list),
    useCurrencyFilter(list),
    choice(
      'mode',
      t('receipt.mode'),
      shownReceiptModes
        .filter((value) => value !== 'opening')
        .map((value) => ({ value, label: t(`mode.${value}`) })),
    ),
    choice('bankAccountId', t('receipt.bankAccount'), [
      ...accounts,
      { value: 'none', label: t('collection.without.none') },
    ]),
    ...keyed.map(({ name, kind, by }) => {
      const label = t(`collection.by.${by}`);
      return one(name, label, <KeyedFilter list={list} name={name} kind={kind} label={label} />);
    }),
    choice('state', t('collection.state'), [{ value: 'period_end', label: t('collection.periodEnd') }]),
  ];
}
