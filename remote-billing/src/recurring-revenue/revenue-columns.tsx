import { useTranslation } from 'react-i18next';
import {
  movements,
  type RevenueGrouping,
  type RevenueRow,
} from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import type { Column } from '@daybook/shared/list/columns';
import { Amount } from '@daybook/shared/record/amount';
import { countText } from '@daybook/shared/record/count-text';
import { monthText } from '@daybook/shared/record/date-text';

/** What a row is about, in words. */
export function useRevenueName(by: RevenueGrouping): (row: RevenueRow) => string {
  const { t } = useTranslation('billing');
  return ({ key, label }) => {
    if (key === 'total') return t('revenue.total');
    if (by === 'month') return monthText(key);
    return key === 'none' ? t('revenue.noDepartment') : label;
  };
}

/** The opening figure, what moved it, the closing figure, and the clients. */
export function useRevenueColumns(by: RevenueGrouping): Column<RevenueRow>[] {
  const { t } = useTranslation('billing');
  const nameOf = useRevenueName(by);
  const amount = (name: 'opening' | 'closing' | (typeof movements)[number]): Column<RevenueRow> => ({
    title: t(`revenue.${name}`),
    align: 'end',
    width: 90,
    ...(name !== 'closing' && { name }),
    render: (row) => <Amount minor={row[name]} currency={row.currency} zeroAsDash />,
  });
  const count = (name: 'clients' | 'joined' | 'left'): Column<RevenueRow> => ({
    title: t(`revenue.${name}`),
    align: 'end',
    width: 68,
    name,
    render: (row) => (row[name] === 0 ? <span aria-hidden="true">–</span> : countText(row[name])),
  });
  return [
    { title: t(`revenue.by.${by}`), isHeading: true, render: (row) => <bdi>{nameOf(row)}</bdi> },
    amount('opening'),
    ...movements.map((name) => amount(name)),
    amount('closing'),
    count('clients'),
    count('joined'),
    count('left'),
  ];
}
