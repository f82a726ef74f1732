import { useTranslation } from 'react-i18next';
import { services, type Service } from '@daybook/contracts/settings/services/services';
import { linkColumn, moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { activeColumn } from '../active-column.tsx';
import { ActiveFilter } from '../active-filter.tsx';
import { addAddress, editAddress } from './addresses.ts';
import { ServicesTabs } from './services-tabs.tsx';

function useColumns(): ColumnsOf<typeof services> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('service.name'),
      (service) => service.name,
      (service) => editAddress(service.id),
      { sort: 'name' },
    ),
    textColumn(t('service.department'), (service) => service.department?.label, { name: 'department' }),
    textColumn(t('service.sacHsn'), (service) => service.sacHsn, { name: 'sacHsn', width: 120 }),
    moneyColumn<Service>(
      t('service.price'),
      (service) => service.price,
      (service) => service.currency ?? '',
    ),
    textColumn(t('service.taxCode'), (service) => service.taxCode.label, { name: 'taxCode' }),
    activeColumn(t),
  ];
}

export default function ServiceList() {
  const { t } = useTranslation('settings');
  const list = useList(services);
  const columns = useColumnChoice('service', list, useColumns());
  return (
    <ListScreen
      title={t('service.title')}
      list={list}
      views={<ServicesTabs />}
      search={t('service.search')}
      filters={<ActiveFilter list={list} />}
      empty={t('service.empty')}
      columns={columns}
      primary={
        <LinkButton type="primary" to={addAddress}>
          {t('service.add')}
        </LinkButton>
      }
    >
      <DataTable label={t('service.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
