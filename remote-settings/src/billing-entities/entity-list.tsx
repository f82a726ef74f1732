import { useTranslation } from 'react-i18next';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { useMay } from '@daybook/shared/session';
import { Can } from '@daybook/shared/record/can';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { countryName } from '@daybook/shared/inputs/code-names';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { activeColumn } from '../active-column.tsx';
import { ActiveFilter } from '../active-filter.tsx';
import { addAddress, editAddress } from './addresses.ts';

function useColumns(): ColumnsOf<typeof billingEntities> {
  const { t } = useTranslation('settings');
  const mayEdit = useMay('billing_entity.edit');
  return [
    linkColumn(
      t('entity.name'),
      (entity) => entity.name,
      (entity) => (mayEdit ? editAddress(entity.id) : null),
      { sort: 'name' },
    ),
    textColumn(t('entity.legalName'), (entity) => entity.legalName, { name: 'legalName' }),
    textColumn(t('entity.country'), (entity) => countryName(entity.country), { name: 'country' }),
    textColumn(t('entity.regime'), (entity) => t(`regime.${entity.regime}`), { name: 'regime' }),
    textColumn(t('entity.baseCurrency'), (entity) => entity.baseCurrency, {
      name: 'baseCurrency',
      width: 130,
    }),
    activeColumn(t),
  ];
}

export default function EntityList() {
  const { t } = useTranslation('settings');
  const list = useList(billingEntities);
  const columns = useColumnChoice('billing_entity', list, useColumns());
  return (
    <ListScreen
      title={t('entity.title')}
      list={list}
      search={t('entity.search')}
      filters={<ActiveFilter list={list} />}
      empty={t('entity.empty')}
      columns={columns}
      primary={
        <Can do="billing_entity.add">
          <LinkButton type="primary" to={addAddress}>
            {t('entity.add')}
          </LinkButton>
        </Can>
      }
    >
      <DataTable label={t('entity.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
