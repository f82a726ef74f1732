import { useTranslation } from 'react-i18next';
import { packageCycles, packages, type PackageRow } from '@daybook/contracts/settings/packages/packages';
import {
  dateColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { LinkButton } from '@daybook/shared/record/link-button';
import { activeColumn } from '../active-column.tsx';
import { ActiveFilter } from '../active-filter.tsx';
import { addPackageAddress, editPackageAddress } from './addresses.ts';

function useColumns(): ColumnsOf<typeof packages> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('package.name'),
      (row) => row.name,
      (row) => editPackageAddress(row.id),
      { sort: 'name' },
    ),
    textColumn(t('package.entity'), (row) => row.entity.label, { name: 'entity' }),
    textColumn(t('package.cycle'), (row) => t(`package.cycles.${row.cycle}`), { name: 'cycle', width: 130 }),
    moneyColumn<PackageRow>(
      t('package.price'),
      (row) => row.price,
      (row) => row.currency,
    ),
    dateColumn(t('package.validTo'), (row) => row.validTo, { name: 'validTo' }),
    activeColumn(t),
  ];
}

export default function PackageList() {
  const { t } = useTranslation('settings');
  const list = useList(packages);
  const columns = useColumnChoice('package', list, useColumns());
  return (
    <ListScreen
      title={t('package.title')}
      list={list}
      search={t('package.search')}
      filters={
        <>
          <FilterLookup list={list} name="entityId" label={t('package.entity')} kind="billing_entity" />
          <FilterChoice
            list={list}
            name="cycle"
            label={t('package.cycle')}
            options={packageCycles.map((value) => ({ value, label: t(`package.cycles.${value}`) }))}
          />
          <ActiveFilter list={list} />
        </>
      }
      empty={t('package.empty')}
      columns={columns}
      primary={
        <LinkButton type="primary" to={addPackageAddress}>
          {t('package.add')}
        </LinkButton>
      }
    >
      <DataTable label={t('package.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
