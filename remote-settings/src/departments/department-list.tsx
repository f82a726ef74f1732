import { useTranslation } from 'react-i18next';
import { addPath, recordPath } from '@daybook/contracts/entities';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { activeColumn } from '../active-column.tsx';
import { ActiveFilter } from '../active-filter.tsx';

function useColumns(): ColumnsOf<typeof departments> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('department.name'),
      (department) => department.name,
      (department) => recordPath('department', department.id),
      { sort: 'name' },
    ),
    textColumn(t('department.head'), (department) => department.head?.label),
    activeColumn(t),
  ];
}

export default function DepartmentList() {
  const { t } = useTranslation('settings');
  const list = useList(departments);
  return (
    <ListScreen
      title={t('department.title')}
      list={list}
      search={t('department.search')}
      filters={<ActiveFilter list={list} />}
      empty={t('department.empty')}
      primary={
        <LinkButton type="primary" to={addPath('department')}>
          {t('department.add')}
        </LinkButton>
      }
    >
      <DataTable label={t('department.title')} list={list} columns={useColumns()} />
    </ListScreen>
  );
}
