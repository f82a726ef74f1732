import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clientBalances, clientKinds, clientStatuses, clients } from '@daybook/contracts/crm/clients/clients';
import { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { reminderModes } from '@daybook/contracts/reminders';
import { CountryFilter } from '@daybook/shared/list/country-filter';
import { FilterBar, type BarFilter } from '@daybook/shared/list/filter-bar';
import { FilterChoice, FilterLookup, FilterToggle } from '@daybook/shared/list/filters';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { useMay } from '@daybook/shared/session';

type ClientFilter = FilterOf<typeof clients>;
type Filtered = Pick<List<never, ClientFilter>, 'filter' | 'setFilter'>;
type Named = keyof ClientFilter;

/** The filters of the list of clients. Only people who may see amounts can filter by balance. */
export function ClientFilters({ list, children }: { list: Filtered; children: ReactNode }) {
  const filters = [...useFirst(list), ...useOthers(list)];
  return (
    <FilterBar list={list} filters={filters}>
      {children}
    </FilterBar>
  );
}

const one = (name: Named, label: string, control: ReactNode): BarFilter<ClientFilter> => ({
  names: [name],
  label,
  control,
});

/** Those that are used most. */
function useFirst(list: Filtered): BarFilter<ClientFilter>[] {
  const { t } = useTranslation('crm');
  const seesMoney = useMay(...moneyPermissions);
  const choice = (name: Named, label: string, options: readonly { value: string; label: string }[]) =>
    one(name, label, <FilterChoice list={list} name={name} label={label} options={options} />);
  return [
    choice(
      'status',
      t('client.status'),
      clientStatuses.map((value) => ({ value, label: t(`clientStatus.${value}`) })),
    ),
    one('crm', t('client.crm'), <FilterLookup list={list} name="crm" label={t('client.crm')} kind="crm" />),
    ...(seesMoney
      ? [
          choice(
            'balance',
            t('section.money'),
            clientBalances.map((value) => ({ value, label: t(`client.balance.${value}`) })),
          ),
        ]
      : []),
    one(
      'departmentId',
      t('client.department'),
      <FilterLookup list={list} name="departmentId" label={t('client.department')} kind="department" />,
    ),
  ];
}

function useOthers(list: Filtered): BarFilter<ClientFilter>[] {
  const { t } = useTranslation('crm');
  const lookup = (name: Named, label: string, kind: Parameters<typeof FilterLookup>[0]['kind']) =>
    one(name, label, <FilterLookup list={list} name={name} label={label} kind={kind} />);
  const choice = (name: Named, label: string, options: readonly { value: string; label: string }[]) =>
    one(name, label, <FilterChoice list={list} name={name} label={label} options={options} />);
  const toggle = (name: Named, label: string) =>
    one(name, label, <FilterToggle list={list} name={name} label={label} />);
  return [
    lookup('manager', t('client.manager'), 'manager'),
    lookup('executiveId', t('client.executive'), 'executive'),
    lookup('groupId', t('client.group'), 'client_group'),
    one('tag', t('client.tag'), <TagFilter list={list} />),
    lookup('entityId', t('client.defaultEntity'), 'billing_entity'),
    choice(
      'kind',
      t('client.kind'),
      clientKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
    ),
    one('country', t('address.country'), <CountryFilter list={list} label={t('address.country')} />),
    choice(
      'scheme',
      t('section.registrations'),
      TaxScheme.options.map((value) => ({ value, label: t(`scheme.${value.replace(':', '_')}`) })),
    ),
    choice(
      'reminders',
      t('client.reminders'),
      reminderModes.map((value) => ({ value, label: t(`reminderMode.${value}`) })),
    ),
    toggle('noSeries', t('client.noSeries')),
    toggle('noEmail', t('client.noEmail')),
    toggle('incomplete', t('client.incomplete')),
  ];
}

function TagFilter({ list }: { list: Filtered }) {
  const { t } = useTranslation('crm');
  const { data } = useRead(clients.tags, {});
  const options = (data?.tags ?? []).map((value) => ({ value, label: value }));
  return <FilterChoice list={list} name="tag" label={t('client.tag')} options={options} />;
}
