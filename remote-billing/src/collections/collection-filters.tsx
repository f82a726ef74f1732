import { useTranslation } from 'react-i18next';
import { shownReceiptModes } from '@daybook/contracts/billing/receipts/receipts';
import type { Reference } from '@daybook/contracts/fields';
import type { LookupKind } from '@daybook/contracts/lookups';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import type { List } from '@daybook/shared/list/use-list';
import { CurrencyFilter, DateFilter, PartyFilters } from '../common/document-filters.tsx';
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

/** The filters that the report shares with the list of its receipts. */
export function CollectionFilters({ list, bankAccounts }: Filtered & { bankAccounts: readonly Reference[] }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <DateFilter list={list} label={t('collection.period')} />
      <PartyFilters list={list} />
      <CurrencyFilter list={list} />
      <FilterChoice
        list={list}
        name="mode"
        label={t('receipt.mode')}
        options={shownReceiptModes
          .filter((mode) => mode !== 'opening')
          .map((value) => ({ value, label: t(`mode.${value}`) }))}
      />
      <FilterChoice
        list={list}
        name="bankAccountId"
        label={t('receipt.bankAccount')}
        options={[
          ...bankAccounts.map(({ id, label }) => ({ value: id, label })),
          { value: 'none', label: t('collection.without.none') },
        ]}
      />
      {keyed.map(({ name, kind, by }) => (
        <KeyedFilter key={name} list={list} name={name} kind={kind} label={t(`collection.by.${by}`)} />
      ))}
      <FilterChoice
        list={list}
        name="state"
        label={t('collection.state')}
        options={[{ value: 'period_end', label: t('collection.periodEnd') }]}
      />
    </>
  );
}
