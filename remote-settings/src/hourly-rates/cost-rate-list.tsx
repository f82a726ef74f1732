import { useTranslation } from 'react-i18next';
import { costRates, type CostRate } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { dateColumn, linkColumn, moneyColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { LinkButton } from '@daybook/shared/record/link-button';
import { addCostRateAddress, editCostRateAddress } from './addresses.ts';
import { ValidOn } from './valid-on.tsx';

function useColumns(): ColumnsOf<typeof costRates> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('hourlyRate.person'),
      ({ person }) => person.label,
      ({ id }) => editCostRateAddress(id),
    ),
    moneyColumn<CostRate>(
      t('hourlyRate.rate'),
      ({ rate }) => rate,
      ({ currency }) => currency,
    ),
    dateColumn(t('hourlyRate.validFrom'), ({ validFrom }) => validFrom, { sort: 'validFrom' }),
    dateColumn(t('hourlyRate.validTo'), ({ validTo }) => validTo),
  ];
}

export default function CostRateList() {
  const { t } = useTranslation('settings');
  const list = useList(costRates);
  const { filter, setFilter } = list;
  return (
    <ListScreen
      title={t('hourlyRate.costRates')}
      list={list}
      search={t('hourlyRate.searchCost')}
      filters={
        <>
          <FilterLookup list={list} name="personId" label={t('hourlyRate.person')} kind="person" />
          <ValidOn value={filter.on} onChange={(on) => setFilter({ on })} />
        </>
      }
      empty={t('hourlyRate.emptyCost')}
      primary={
        <LinkButton type="primary" to={addCostRateAddress}>
          {t('hourlyRate.addCost')}
        </LinkButton>
      }
    >
      <DataTable label={t('hourlyRate.costRates')} list={list} columns={useColumns()} />
    </ListScreen>
  );
}
