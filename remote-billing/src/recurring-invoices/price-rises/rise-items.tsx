import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  leftOutOfRise,
  priceRises,
  riseItemStatuses,
  type PriceRise,
  type PriceRiseItem,
} from '@daybook/contracts/crm/price-rises/price-rises';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import {
  actionsColumn,
  dateColumn,
  linkColumn,
  moneyColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { CurrencyFilter } from '@daybook/shared/list/currency-filter';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice, FilterChoices } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList, type List } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { DateText } from '@daybook/shared/record/date-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useMay } from '@daybook/shared/session';
import { recurringInvoiceAddress } from '../../common/addresses.ts';
import { ClientLink } from '../../common/client-link.tsx';
import { FigureSums } from '../../common/figure-sums.tsx';
import { RiseActions } from './rise-actions.tsx';
import { itemTones, percentText, useRiseTitle } from './rise-words.tsx';
import { UndoItem } from './undo-item.tsx';

const endpoints = {
  list: priceRises.items,
  total: priceRises.itemsTotal,
  export: priceRises.itemsExport,
};

/** A client whose prices rise by more stands out. */
const steepBp = 1_000;
const thresholds = [300, 500, 1_000, 2_000] as const;

type Columns = ColumnsOf<typeof endpoints>;

const currencyOf = ({ currency }: PriceRiseItem): string => currency;

function usePriceColumns(): Columns {
  const { t } = useTranslation('billing');
  return [
    moneyColumn(t('rise.before'), (row) => row.before, currencyOf),
    moneyColumn(t('rise.after'), (row) => row.after, currencyOf),
    moneyColumn(t('rise.difference'), (row) => row.difference, currencyOf),
    textColumn(t('rise.percent'), ({ percentBp }) => (percentBp === null ? null : percentText(percentBp)), {
      isShort: true,
    }),
    {
      title: t('rise.clientPercent'),
      width: 110,
      sort: 'clientPercent',
      render: ({ leftOut, clientPercentBp }) => {
        if (leftOut !== null) return null;
        const shown = percentText(clientPercentBp);
        return clientPercentBp > steepBp ? <StatusTag tone="waiting">{shown}</StatusTag> : shown;
      },
    },
    moneyColumn(t('rise.yearMore'), (row) => row.yearMore, currencyOf),
  ];
}

const whatOf = ({ package: sold, line, series }: PriceRiseItem): string =>
  sold?.label ??
  [series.label, line]
    .flatMap((name) => name ?? [])
    .map(withoutTokens)
    .join(' – ');

function useColumns(rise: PriceRise): Columns {
  const { t } = useTranslation('billing');
  const prices = usePriceColumns();
  const mayUndo = useMay('recurring_invoices.edit');
  return [
    linkColumn(t('rise.what'), whatOf, ({ series }) => recurringInvoiceAddress(series.id)),
    { title: t('field.client'), sort: 'client', render: ({ client }) => <ClientLink client={client} /> },
    statusColumn(t('field.status'), ({ status }) => ({
      tone: itemTones[status],
      label: t(`rise.itemStatus.${status}`),
    })),
    { title: t('rise.why'), width: 180, render: (row) => <Why item={row} /> },
    ...prices,
    {
      title: t('rise.from'),
      width: 120,
      render: ({ validFrom, isMoved }) =>
        validFrom !== null && (
          <span title={isMoved ? t('rise.moved') : undefined}>
            <DateText date={validFrom} />
            {isMoved && ` (${t('rise.movedShort')})`}
          </span>
        ),
    },
    dateColumn(t('rise.firstFrom'), (row) => row.firstFrom),
    ...(mayUndo && rise.status !== 'draft'
      ? [
          actionsColumn<PriceRiseItem>(
            t('shared:list.actions'),
            (item) => item.status === 'done' && <UndoItem rise={rise} item={item} />,
          ),
        ]
      : []),
  ];
}

/** Why a price is left out, was refused, or could not be undone. */
function Why({ item: { leftOut, leftOutOn, refusal } }: { item: PriceRiseItem }) {
  const { t } = useTranslation('billing');
  if (leftOut !== null)
    return (
      <>
        {t(`rise.leftOut.${leftOut}`)}
        {leftOutOn !== null && (
          <>
            : <DateText date={leftOutOn} />
          </>
        )}
      </>
    );
  return refusal?.message ?? null;
}

/** The prices of a rise: before it is applied, what would be written; afterwards, what became of each. */
export function RiseItems({ rise, about }: { rise: PriceRise; about: ReactNode }) {
  const { t } = useTranslation('billing');
  const list = useList(endpoints, { id: rise.id });
  const titleOf = useRiseTitle();
  return (
    <ListScreen
      title={titleOf(rise)}
      list={list}
      search={t('rise.searchItems')}
      empty={t('rise.noItems')}
      primary={<RiseActions key={rise.version} rise={rise} />}
      about={about}
      filters={<Filters list={list} />}
    >
      <Sums id={rise.id} list={list} />
      <DataTable label={t('rise.prices')} list={list} columns={useColumns(rise)} />
    </ListScreen>
  );
}

type Items = ReturnType<typeof useList<typeof endpoints>>;

function Filters({ list }: { list: Items }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <FilterChoices
        list={list}
        name="status"
        label={t('field.status')}
        options={riseItemStatuses.map((value) => ({ value, label: t(`rise.itemStatus.${value}`) }))}
      />
      <FilterChoices
        list={list}
        name="leftOut"
        label={t('rise.whyLeftOut')}
        options={leftOutOfRise.map((value) => ({ value, label: t(`rise.leftOut.${value}`) }))}
      />
      <FilterChoice
        list={list}
        name="aboveBp"
        label={t('rise.clientPercent')}
        options={thresholds.map((value) => ({
          value: String(value),
          label: t('rise.above', { percent: percentText(value) }),
        }))}
      />
      <CurrencyFilter list={list} label={t('field.currency')} />
    </>
  );
}

/** What the first year brings of the prices that the filter finds. */
function Sums({ id, list: { q, filter } }: { id: string; list: Pick<List, 'q' | 'filter'> }) {
  const { t } = useTranslation('billing');
  const { data } = useRead(priceRises.itemsTotal, { id, q: q || undefined, filter });
  return (
    <FigureSums
      sums={data?.sums.map(({ currency, yearBefore, yearAfter, yearMore, percentBp }) => ({
        currency,
        figures: [
          [t('rise.yearBefore'), yearBefore],
          [t('rise.yearAfter'), yearAfter],
          [t('rise.yearMoreBy'), yearMore, `(${percentText(percentBp)})`],
        ],
      }))}
    />
  );
}
