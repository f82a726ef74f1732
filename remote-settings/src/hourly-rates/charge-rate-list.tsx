import { useTranslation } from 'react-i18next';
import { chargeRates, type ChargeRate } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { dateColumn, linkColumn, moneyColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { CurrencyFilter } from '@daybook/shared/list/currency-filter';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { LinkButton } from '@daybook/shared/record/link-button';
import { addChargeRateAddress, editChargeRateAddress } from './addresses.ts';
import { hoursOf } from './hours-of.ts';
import { ValidOn } from './valid-on.tsx';

function useColumns(): ColumnsOf<typeof chargeRates> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('hourlyRate.hours'),
      (row) => hoursOf(row) ?? t('hourlyRate.allHours'),
      ({ id }) => editChargeRateAddress(id),
    ),
    moneyColumn<ChargeRate>(
      t('hourlyRate.rate'),
      ({ rate }) => rate,
      ({ currency }) => currency,
    ),
    dateColumn(t('hourlyRate.validFrom'), ({ validFrom }) => validFrom, { sort: 'validFrom' }),
    dateColumn(t('hourlyRate.validTo'), ({ validTo }) => validTo),
  ];
}

export default function ChargeRateList() {
  const { t } = useTranslation('settings');
  const list = useList(chargeRates);
  const { filter, setFilter } = list;
  return (
    <ListScreen
      title={t('hourlyRate.chargeRates')}
      list={list}
      search={t('hourlyRate.searchCharge')}
      filters={
        <>
          <FilterLookup list={list} name="clientId" label={t('hourlyRate.client')} kind="client" />
          <FilterLookup list={list} name="serviceId" label={t('hourlyRate.service')} kind="service" />
          <FilterLookup list={list} name="personId" label={t('hourlyRate.person')} kind="person" />
          <CurrencyFilter list={list} label={t('hourlyRate.currency')} />
          <ValidOn value={filter.on} onChange={(on) => setFilter({ on })} />
        </>
      }
      empty={t('hourlyRate.emptyCharge')}
      primary={
        <LinkButton type="primary" to={addChargeRateAddress}>
          {t('hourlyRate.addCharge')}
        </LinkButton>
      }
    >
      <DataTable label={t('hourlyRate.chargeRates')} list={list} columns={useColumns()} />
    </ListScreen>
  );
}
