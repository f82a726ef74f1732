import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  conversionOf,
  type waitingStages,
  type FunnelGrouping,
  type FunnelRow,
} from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { passedStages } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { numberLocale } from '@daybook/shared/i18n';
import { absent, type Column } from '@daybook/shared/list/columns';
import { Amount } from '@daybook/shared/record/amount';
import { useChoiceNames } from '@daybook/shared/record/choice-name';
import { countText } from '@daybook/shared/record/count-text';
import { monthText } from '@daybook/shared/record/date-text';
import { useMay } from '@daybook/shared/session';
import styles from '../../crm.module.css';
import type { Links } from './funnel-links.ts';

/** What a row is about, in words. */
export function useRowName(by: FunnelGrouping): (row: FunnelRow) => string {
  const { t } = useTranslation('crm');
  const names = useChoiceNames();
  return ({ id, label, usual }) => {
    if (id === 'total') return t('funnel.total');
    if (by === 'month') return monthText(id);
    if (id === 'none') return t('funnel.noService');
    return by === 'source' ? names.source({ name: label || null, usual }) : label;
  };
}

const decimal = (value: number): string =>
  new Intl.NumberFormat(numberLocale(), { maximumFractionDigits: 1 }).format(value);

const percent = (rate: number): string =>
  new Intl.NumberFormat(numberLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(rate / 100);

const end = { align: 'end', width: 75 } as const;

type WaitingStage = (typeof waitingStages)[number];

/** The average days in a stage, below the count of a column that is about more than this stage with its name. */
function DaysIn({ row, stage, isNamed = false }: { row: FunnelRow; stage: WaitingStage; isNamed?: boolean }) {
  const { t } = useTranslation('crm');
  const days = row.daysIn[stage];
  if (days === null) return null;
  const text = t('funnel.days', { days: decimal(days) });
  return (
    <div className={styles.oneLine} title={t('funnel.daysIn')}>
      {isNamed ? `${t(`enquiryStatus.${stage}`)} ${text}` : text}
    </div>
  );
}

function ReasonsOfLoss({ row, links }: { row: FunnelRow; links: Links }) {
  const names = useChoiceNames();
  return row.lostBy.map((reason) => (
    <div key={reason.id} className={styles.aside}>
      <Link to={links(row, { lostReasonId: reason.id })}>
        <bdi>{names.reason(reason)}</bdi> {countText(reason.count)}
      </Link>
    </div>
  ));
}

export function useFunnelColumns(by: FunnelGrouping, links: Links): Column<FunnelRow, never>[] {
  const { t } = useTranslation('crm');
  const nameOf = useRowName(by);
  const seesMoney = useMay(...moneyPermissions);
  const count = (
    title: string,
    of: (row: FunnelRow) => number,
    filter: Record<string, string> = {},
    below: (row: FunnelRow) => ReactNode = () => null,
  ): Column<FunnelRow, never> => ({
    title,
    ...end,
    render: (row) => (
      <>
        {of(row) === 0 ? absent : <Link to={links(row, filter)}>{countText(of(row))}</Link>}
        {below(row)}
      </>
    ),
  });
  return [
    { title: t(`funnel.by`), isHeading: true, render: (row) => <bdi>{nameOf(row)}</bdi> },
    count(
      t('enquiries'),
      (row) => row.enquiries,
      {},
      (row) => <DaysIn row={row} stage="new" isNamed />,
    ),
    ...passedStages.map((stage) =>
      count(
        t(`enquiryStatus.${stage}`),
        (row) => row.reached[stage],
        { reached: stage },
        (row) => <DaysIn row={row} stage={stage} />,
      ),
    ),
    count(t('enquiryStatus.won'), (row) => row.won, { status: 'won' }),
    {
      ...count(
        t('enquiryStatus.lost'),
        (row) => row.lost,
        { status: 'lost' },
        (row) => <ReasonsOfLoss row={row} links={links} />,
      ),
      width: 100,
    },
    count(
      t('enquiry.open'),
      (row) => row.open,
      { open: 'true' },
      (row) => <DaysIn row={row} stage="on_hold" isNamed />,
    ),
    {
      title: t('funnel.conversion'),
      ...end,
      render: (row) => {
        const rate = conversionOf(row);
        return rate === null ? absent : percent(rate);
      },
    },
    ...(seesMoney ? valueColumns(t('enquiry.expectedValue'), t('funnel.wonValue')) : []),
  ];
}

/** Currencies are never added up. */
const valueColumns = (expected: string, won: string): Column<FunnelRow, never>[] =>
  (
    [
      [expected, 'amount'],
      [won, 'won'],
    ] as const
  ).map(([title, which]) => ({
    title,
    align: 'end',
    width: 100,
    render: ({ values }) =>
      values.length === 0
        ? absent
        : values.map((value) => (
            <div key={value.currency}>
              <Amount minor={value[which]} currency={value.currency} zeroAsDash />
            </div>
          )),
  }));
