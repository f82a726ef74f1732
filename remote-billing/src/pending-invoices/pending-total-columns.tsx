import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  pendingAges,
  type PendingAge,
  type PendingTotal,
  type pendingByClient,
} from '@daybook/contracts/billing/pending/pending-totals';
import { listLink } from '@daybook/shared/list-link';
import { Amount } from '@daybook/shared/record/amount';
import { dateColumn, moneyColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { ClientLink } from '../common/client-link.tsx';
import { Below } from './below.tsx';
import styles from './pending-invoices.module.css';

type Whose = 'clients' | 'groups';

/** The address of a row's open or held items. */
const itemsLink = ({ who, entity, currency }: PendingTotal, by: Whose, status: 'open' | 'held') =>
  listLink('pending_item', {
    status,
    ...(by === 'clients' ? { clientId: who.id } : { groupId: who.id }),
    entityId: entity.id,
    currency,
  });

/** The names of the columns of ages; digits are not allowed in them. */
const ageNames: Record<PendingAge, string> = {
  upTo30: 'month',
  upTo60: 'twoMonths',
  upTo90: 'threeMonths',
  over90: 'older',
};

export function useWaitingColumns(by: Whose): ColumnsOf<typeof pendingByClient> {
  const { t } = useTranslation('billing');
  return [
    {
      title: t(by === 'clients' ? 'field.client' : 'pending.group'),
      isHeading: true,
      render: (row) => <Who row={row} by={by} />,
    },
    {
      title: t('pendingTotal.items'),
      name: 'items',
      align: 'end',
      width: 50,
      render: (row) => <Items row={row} by={by} />,
    },
    moneyColumn(
      t('line.amount'),
      (row) => row.amount,
      (row) => row.currency,
      { sort: 'amount' },
    ),
    ...pendingAges.map((age) => ({
      title: t(`pendingTotal.age.${age}`),
      name: ageNames[age],
      align: 'end' as const,
      width: 80,
      render: ({ byAge, currency }: PendingTotal) => (
        <Amount minor={byAge[age]} currency={currency} showCurrency={false} zeroAsDash />
      ),
    })),
    dateColumn(t('pendingTotal.oldest'), (row) => row.oldestOn, { name: 'oldest', sort: 'oldestOn' }),
    {
      title: t('pendingTotal.held'),
      name: 'held',
      align: 'end',
      width: 90,
      render: (row) => <Held row={row} by={by} />,
    },
  ];
}

interface CellProps {
  row: PendingTotal;
  by: Whose;
}

function Who({ row, by }: CellProps) {
  const { t } = useTranslation('billing');
  if (by === 'clients')
    return (
      <div className={styles.client} title={row.who.label}>
        <ClientLink client={row.who} />
        <Below>{[row.group?.label, row.entity.label].filter(Boolean).join(' · ')}</Below>
      </div>
    );
  return (
    <div className={styles.client} title={row.who.label}>
      <bdi>{row.who.label}</bdi>
      <Below>{`${t('pendingTotal.inGroup', { count: row.clients })} · ${row.entity.label}`}</Below>
    </div>
  );
}

function Items({ row, by }: CellProps) {
  const open = row.items - row.held.items;
  if (open === 0) return <bdi>{row.items}</bdi>;
  return (
    <Link to={itemsLink(row, by, 'open')}>
      <bdi>{row.items}</bdi>
    </Link>
  );
}

function Held({ row, by }: CellProps) {
  const { items, amount, reasons } = row.held;
  if (items === 0) return <span aria-hidden="true">–</span>;
  return (
    <>
      <Link to={itemsLink(row, by, 'held')}>
        <Amount minor={amount} currency={row.currency} showCurrency={false} />
      </Link>
      {reasons.map((reason) => (
        <Below key={reason}>{reason}</Below>
      ))}
    </>
  );
}
