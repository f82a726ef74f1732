import { useTranslation } from 'react-i18next';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { activeColumn } from '../active-column.tsx';
import { ActiveFilter } from '../active-filter.tsx';
import { levelsAddress } from './addresses.ts';

/** The billing entities, each of which reminds its clients in its own way. */
export default function RemindingEntities() {
  const { t } = useTranslation('settings');
  const list = useList(billingEntities);
  const columns: ColumnsOf<typeof billingEntities> = [
    linkColumn(
      t('entity.name'),
      ({ name }) => name,
      ({ id }) => levelsAddress(id),
      { sort: 'name' },
    ),
    textColumn(t('entity.legalName'), ({ legalName }) => legalName),
    textColumn(t('entity.baseCurrency'), ({ baseCurrency }) => baseCurrency, { width: 130 }),
    activeColumn(t),
  ];
  return (
    <ListScreen
      title={t('reminders.title')}
      list={list}
      search={t('entity.search')}
      filters={<ActiveFilter list={list} />}
      empty={t('entity.empty')}
    >
      <DataTable label={t('reminders.title')} list={list} columns={columns} />
    </ListScreen>
  );
}
