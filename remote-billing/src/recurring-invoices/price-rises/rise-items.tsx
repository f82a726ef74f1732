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
import { absent, actionsColumn, linkColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { CurrencyFilter } from '@daybook/shared/list/currency-filter';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice, FilterChoices } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList, type List } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useMay } from '@daybook/shared/session';
import { clientAddress, recurringInvoiceAddress } from '../../common/addresses.ts';
import { FigureSums } from '../../common/figure-sums.tsx';
import { RiseActions } from './rise-actions.tsx';
import { itemTones, percentText, useRiseTitle } from './rise-words.tsx';
import { UndoItem } from './undo-item.tsx';
import styles from './price-rises.module.css';

const endpoints = {
  list: priceRises.items,
  total: priceRises.itemsTotal,
  export: priceRises.itemsExport,
};

/** A client whose prices rise by more stands out. */
const steepBp = 1_000;
const thresholds = [300, 500, 1_000, 2_000] as const;

type Columns = ColumnsOf<typeof endpoints>;

/** Two facts of one kind in a cell: a row has too many for a column each. */
const pairColumn = (
  titles: readonly string[],
  width: number,
  pair: (row: PriceRiseItem) => { above: ReactNode; below: ReactNode },
  align: 'start' | 'end' = 'start',
): Columns[number] => ({
  title: titles.join(' / '),
  width,
  align,
  render: (row) => {
    const { above, below } = pair(row);
    return (
      <>
        <div>{above}</div>
        <div className={styles.below}>{below}</div>
      </>
    );
  },
});

const amountOf = ({ currency }: PriceRiseItem, amount: number | null): ReactNode =>
  amount === null ? absent : <Amount minor={amount} currency={currency} showCurrency />;

function usePriceColumns(): Columns {
  const { t } = useTranslation('billing');
  return [
    pairColumn(
      [t('rise.after'), t('rise.before')],
      115,
      (row) => ({ above: amountOf(row, row.after), below: amountOf(row, row.before) }),
      'end',
    ),
    pairColumn(
      [t('rise.difference'), t('rise.yearMore')],
      115,
      (row) => ({ above: amountOf(row, row.difference), below: amountOf(row, row.yearMore) }),
      'end',
    ),
    {
      ...pairColumn([t('rise.clientPercent'), t('rise.percent')], 110, (row) => ({
        above: row.leftOut === null && <ClientPercent bp={row.clientPercentBp} />,
        below: row.percentBp === null ? null : percentText(row.percentBp),
      })),
      sort: 'clientPercent',
    },
  ];
}

function ClientPercent({ bp }: { bp: number }) {
  const shown = percentText(bp);
  return bp > steepBp ? <StatusTag tone="waiting">{shown}</StatusTag> : shown;
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
  const mayOpenClients = useMay('clients.view');
  return [
    linkColumn(t('rise.what'), whatOf, ({ series }) => recurringInvoiceAddress(series.id)),
    {
      ...linkColumn<PriceRiseItem, 'client'>(
        t('field.client'),
        ({ client }) => client.label,
        ({ client }) => (mayOpenClients ? clientAddress(client.id) : null),
        { sort: 'client' },
      ),
      isHeading: false,
    },
    pairColumn([t('field.status'), t('rise.why')], 150, (row) => ({
      above: <StatusTag tone={itemTones[row.status]}>{t(`rise.itemStatus.${row.status}`)}</StatusTag>,
      below: <Why item={row} />,
    })),
    ...prices,
    pairColumn([t('rise.from'), t('rise.firstFrom')], 120, ({ validFrom, isMoved, firstFrom }) => ({
      above: validFrom !== null && (
        <span title={isMoved ? t('rise.moved') : undefined}>
          <DateText date={validFrom} />
          {isMoved && ` (${t('rise.movedShort')})`}
        </span>
      ),
      below: firstFrom !== null && <DateText date={firstFrom} />,
    })),
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
