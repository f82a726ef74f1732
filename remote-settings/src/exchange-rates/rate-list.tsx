import { useTranslation } from 'react-i18next';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { numberLocale } from '@daybook/shared/i18n';
import { dateColumn, linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { CurrencyFilter } from '@daybook/shared/list/currency-filter';
import { DataTable } from '@daybook/shared/list/data-table';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SettledDate } from '@daybook/shared/inputs/settled-date';
import { useList } from '@daybook/shared/list/use-list';
import { addAddress, editAddress } from './addresses.ts';

/** The decimals of the most precise rate on the page, at least four, so that the rates align. */
const placesOf = (rates: readonly string[]): number =>
  Math.max(4, ...rates.map((rate) => rate.split('.')[1]?.length ?? 0));

function useColumns(places: number): ColumnsOf<typeof exchangeRates> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('rate.currencies'),
      ({ from, to }) => `${from} → ${to}`,
      ({ id }) => editAddress(id),
      { width: 140 },
    ),
    dateColumn(t('rate.date'), ({ date }) => date, { sort: 'date' }),
    {
      title: t('rate.rate'),
      align: 'end',
      width: 140,
      render: ({ rate }) => <span dir="ltr">{formatDecimal(rate, numberLocale(), places)}</span>,
    },
    textColumn(t('rate.source'), ({ source }) => source),
  ];
}

/** Filters by a currency on either side, and by dates. */
function Filters({ list }: { list: ReturnType<typeof useRates> }) {
  const { filter, setFilter } = list;
  const { t } = useTranslation('settings');
  return (
    <>
      <CurrencyFilter list={list} label={t('rate.currency')} />
      <SettledDate
        aria-label={t('rate.since')}
        placeholder={t('rate.since')}
        value={filter.from ?? null}
        onChange={(value) => setFilter({ from: value ?? undefined })}
      />
      <SettledDate
        aria-label={t('rate.until')}
        placeholder={t('rate.until')}
        value={filter.to ?? null}
        onChange={(value) => setFilter({ to: value ?? undefined })}
      />
    </>
  );
}

const useRates = () => useList(exchangeRates);

export default function RateList() {
  const { t } = useTranslation('settings');
  const list = useRates();
  const columns = useColumns(placesOf(list.rows.map(({ rate }) => rate)));
  return (
    <ListScreen
      title={t('rate.title')}
      list={list}
      search={t('rate.search')}
      filters={<Filters list={list} />}
      empty={t('rate.empty')}
      primary={
        <LinkButton type="primary" to={addAddress}>
          {t('rate.add')}
        </LinkButton>
      }
    >
      <DataTable label={t('rate.title')} list={list} columns={columns} />
    </ListScreen>
  );
}
