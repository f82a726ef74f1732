import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import { taxCodes, type TaxCode } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice } from '@daybook/shared/list/filters';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { ActiveFilter } from '../active-filter.tsx';
import { addTaxCodeAddress, editTaxCodeAddress } from './addresses.ts';
import { rateColumns } from './rate-columns.tsx';
import { RatesDrawer } from './rates-drawer.tsx';
import { ServicesTabs } from './services-tabs.tsx';

function useColumns(showRates: (code: TaxCode) => void): ColumnsOf<typeof taxCodes> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('taxCode.code'),
      (code) => code.code,
      (code) => editTaxCodeAddress(code.id),
      { sort: 'code', width: 140 },
    ),
    textColumn(t('taxCode.name'), (code) => code.name, { name: 'name' }),
    textColumn(t('entity.regime'), (code) => t(`regime.${code.regime}`), { name: 'regime' }),
    textColumn(t('taxCode.category'), (code) => t(`category.${code.category}`), { name: 'category' }),
    ...rateColumns(t, showRates),
  ];
}

export default function TaxCodeList() {
  const { t } = useTranslation('settings');
  const list = useList(taxCodes);
  const [chosen, setChosen] = useState<string | null>(null);
  const columns = useColumnChoice(
    'tax_code',
    list,
    useColumns(({ id }) => setChosen(id)),
  );
  const shown = list.rows.find(({ id }) => id === chosen);
  return (
    <>
      <ListScreen
        title={t('taxCode.title')}
        list={list}
        views={<ServicesTabs />}
        search={t('taxCode.search')}
        filters={
          <>
            <FilterChoice
              list={list}
              name="regime"
              label={t('entity.regime')}
              options={Regime.options.map((value) => ({ value, label: t(`regime.${value}`) }))}
            />
            <ActiveFilter list={list} />
          </>
        }
        empty={t('taxCode.empty')}
        columns={columns}
        primary={
          <LinkButton type="primary" to={addTaxCodeAddress}>
            {t('taxCode.add')}
          </LinkButton>
        }
      >
        <DataTable label={t('taxCode.title')} list={list} columns={columns.columns} />
      </ListScreen>
      {shown !== undefined && <RatesDrawer key={shown.id} code={shown} onClose={() => setChosen(null)} />}
    </>
  );
}
