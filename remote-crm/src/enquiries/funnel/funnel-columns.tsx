import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  conversionOf,
  waitingStages,
  type FunnelGrouping,
  type FunnelRow,
} from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { passedStages } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { numberLocale } from '@daybook/shared/i18n';
import type { Column } from '@daybook/shared/list/columns';
import { Amount } from '@daybook/shared/record/amount';
import { useChoiceNames } from '@daybook/shared/record/choice-name';
import { countText } from '@daybook/shared/record/count-text';
import { monthText } from '@daybook/shared/record/date-text';
import { useMay } from '@daybook/shared/session';
import styles from '../../crm.module.css';
import type { Links } from './funnel-links.ts';

const absent = <span aria-hidden="true">–</span>;

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

/** Side by side as far as there is room, so that a row stays low. */
const inOneLine = (parts: ReactNode) => <span className={styles.moves}>{parts}</span>;

const end = { align: 'end', width: 90 } as const;

export function useFunnelColumns(by: FunnelGrouping, links: Links): Column<FunnelRow, never>[] {
  const { t } = useTranslation('crm');
  const names = useChoiceNames();
  const nameOf = useRowName(by);
  const seesMoney = useMay(...moneyPermissions);
  const count = (
    title: string,
    of: (row: FunnelRow) => number,
    filter: Record<string, string> = {},
  ): Column<FunnelRow, never> => ({
    title,
    ...end,
    render: (row) => (of(row) === 0 ? absent : <Link to={links(row, filter)}>{countText(of(row))}</Link>),
  });
  return [
    { title: t(`funnel.by`), isHeading: true, render: (row) => <bdi>{nameOf(row)}</bdi> },
    count(t('enquiries'), (row) => row.enquiries),
    ...passedStages.map((stage) =>
      count(t(`enquiryStatus.${stage}`), (row) => row.reached[stage], { reached: stage }),
    ),
    count(t('enquiryStatus.won'), (row) => row.won, { status: 'won' }),
    count(t('enquiryStatus.lost'), (row) => row.lost, { status: 'lost' }),
    count(t('enquiry.open'), (row) => row.open, { open: 'true' }),
    {
      title: t('funnel.conversion'),
      ...end,
      render: (row) => {
        const rate = conversionOf(row);
        return rate === null ? absent : percent(rate);
      },
    },
    ...(seesMoney ? valueColumns(t('enquiry.expectedValue'), t('funnel.wonValue')) : []),
    {
      title: t('funnel.lostBy'),
      width: 200,
      render: (row) =>
        row.lostBy.length === 0
          ? absent
          : inOneLine(
              row.lostBy.map((reason) => (
                <Link key={reason.id} to={links(row, { lostReasonId: reason.id })}>
                  <bdi>{names.reason(reason)}</bdi> {countText(reason.count)}
                </Link>
              )),
            ),
    },
    {
      title: t('funnel.daysIn'),
      width: 220,
      render: ({ daysIn }) =>
        inOneLine(
          waitingStages.map((stage) => {
            const days = daysIn[stage];
            return days === null ? null : (
              <span key={stage}>
                {t(`enquiryStatus.${stage}`)} <bdi>{decimal(days)}</bdi>
              </span>
            );
          }),
        ),
    },
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
    width: 130,
    render: ({ values }) =>
      values.length === 0
        ? absent
        : values.map((value) => (
            <div key={value.currency}>
              <Amount minor={value[which]} currency={value.currency} />
            </div>
          )),
  }));
