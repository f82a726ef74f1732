import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { useRead, type Read } from '@daybook/shared/read/use-read';
import { listOfClient } from '../addresses.ts';
import styles from '../crm.module.css';

interface RecentProps<Row> {
  title: string;
  none: string;
  /** The address of the whole list, filtered by this client. */
  all: string;
  read: Read<{ rows: Row[] }>;
  children: (row: Row) => ReactNode;
}

const shownRows = 5;

function Recent<Row extends { id: string }>({ title, none, all, read, children }: RecentProps<Row>) {
  const { t } = useTranslation('crm');
  return (
    <RecordSection title={title} extra={<Link to={all}>{t('recent.all')}</Link>}>
      <ReadView of={read} shape="list">
        {({ rows }) => (
          <>
            {rows.length === 0 && <span className={styles.aside}>{none}</span>}
            <ul className={styles.list} aria-label={title}>
              {rows.map((row) => (
                <li key={row.id} className={styles.row}>
                  {children(row)}
                </li>
              ))}
            </ul>
          </>
        )}
      </ReadView>
    </RecordSection>
  );
}

export function RecentTasks({ clientId }: { clientId: string }) {
  const { t } = useTranslation('crm');
  const filter = { clientId, status: [...openTaskStatuses] };
  const read = useRead(tasks.list, { filter, pageSize: shownRows });
  return (
    <Recent
      title={t('recent.tasks')}
      none={t('recent.noTasks')}
      all={listOfClient('task', clientId)}
      read={read}
    >
      {({ id, no, title, dueOn }) => (
        <>
          <Link to={recordPath('task', id)}>
            <bdi>
              {no} {title}
            </bdi>
          </Link>
          <DateText date={dueOn} />
        </>
      )}
    </Recent>
  );
}

export function RecentInvoices({ clientId }: { clientId: string }) {
  const { t } = useTranslation('crm');
  const read = useRead(invoices.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <Recent
      title={t('recent.invoices')}
      none={t('recent.noInvoices')}
      all={listOfClient('invoice', clientId)}
      read={read}
    >
      {({ id, number, issueDate, payable, currency }) => (
        <>
          <span>
            <Link to={recordPath('invoice', id)}>
              <bdi>{number || t('recent.draft')}</bdi>
            </Link>{' '}
            <DateText date={issueDate} />
          </span>
          <Amount minor={payable} currency={currency} />
        </>
      )}
    </Recent>
  );
}

export function RecentReceipts({ clientId }: { clientId: string }) {
  const { t } = useTranslation('crm');
  const read = useRead(receipts.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <Recent
      title={t('recent.receipts')}
      none={t('recent.noReceipts')}
      all={listOfClient('receipt', clientId)}
      read={read}
    >
      {({ id, number, receiptDate, amount, currency }) => (
        <>
          <span>
            <Link to={recordPath('receipt', id)}>
              <bdi>{number}</bdi>
            </Link>{' '}
            <DateText date={receiptDate} />
          </span>
          <Amount minor={amount} currency={currency} />
        </>
      )}
    </Recent>
  );
}

/** Post-dated cheques that are not due yet. Hidden if there are none. */
export function WaitingCheques({ clientId }: { clientId: string }) {
  const { t } = useTranslation('crm');
  const filter = { clientId, status: ['waiting' as const] };
  const read = useRead(postdatedCheques.list, { filter, sort: 'dueOn', pageSize: shownRows });
  if (read.error === null && (read.data?.rows.length ?? 0) === 0) return null;
  return (
    <Recent title={t('recent.cheques')} none="" all={listOfClient('postdated_cheque', clientId)} read={read}>
      {({ instrumentNo, instrumentBank, dueOn, amount, currency }) => (
        <>
          <span>
            <bdi>{`${instrumentNo} · ${instrumentBank}`}</bdi> <DateText date={dueOn} />
          </span>
          <Amount minor={amount} currency={currency} />
        </>
      )}
    </Recent>
  );
}
