import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { recordPath } from '@daybook/contracts/entities';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import { openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { useRead } from '@daybook/shared/read/use-read';
import { Can } from '@daybook/shared/record/can';
import { DateText } from '@daybook/shared/record/date-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { enquiryAddress, listOfClient, seriesAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { ListOfClient, shownRows } from './list-of-client.tsx';
import { ClientSubscriptions } from './subscriptions/client-subscriptions.tsx';
import { invoiceSeriesKeys, taskSeriesKeys } from './record-keys.ts';

interface OfClient {
  clientId: string;
}

export function ClientTasks({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const filter = { clientId, status: [...openTaskStatuses] };
  const read = useRead(tasks.list, { filter, pageSize: shownRows });
  return (
    <ListOfClient
      title={t('recent.tasks')}
      none={t('recent.noTasks')}
      all={listOfClient('task', clientId)}
      read={read}
    >
      {({ id, no, title, dueOn, status, assignees }) => (
        <>
          <span>
            <Link to={recordPath('task', id)}>
              <bdi>
                {no} {title}
              </bdi>
            </Link>{' '}
            <StatusTag tone="info">{t(`taskStatus.${status}`)}</StatusTag>{' '}
            <span className={styles.aside}>
              <bdi>{assignees.map(({ label }) => label).join(', ')}</bdi>
            </span>
          </span>
          <DateText date={dueOn} />
        </>
      )}
    </ListOfClient>
  );
}

/** What is done and billed again and again for the client. */
export function ClientSeriesLists({ clientId, isActive }: OfClient & { isActive: boolean }) {
  return (
    <>
      <Can do={invoiceSeriesKeys}>
        <ClientSubscriptions clientId={clientId} isActive={isActive} />
      </Can>
      <Can do={taskSeriesKeys}>
        <TaskSeries clientId={clientId} />
      </Can>
      <Can do={invoiceSeriesKeys}>
        <InvoiceSeries clientId={clientId} />
      </Can>
    </>
  );
}

function TaskSeries({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(recurringTasks.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <ListOfClient
      title={t('recent.taskSeries')}
      none={t('recent.noTaskSeries')}
      all={listOfClient('recurring_task', clientId)}
      read={read}
    >
      {({ id, title, status, next, category }) => (
        <Series kind="task" id={id} title={next?.title ?? title} status={status} nextOn={next?.due ?? null}>
          {category.label}
        </Series>
      )}
    </ListOfClient>
  );
}

function InvoiceSeries({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(recurringInvoices.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <ListOfClient
      title={t('recent.invoiceSeries')}
      none={t('recent.noInvoiceSeries')}
      all={listOfClient('recurring_invoice', clientId)}
      read={read}
    >
      {({ id, title, status, nextOn, entity }) => (
        <Series kind="invoice" id={id} title={title} status={status} nextOn={nextOn}>
          {entity.label}
        </Series>
      )}
    </ListOfClient>
  );
}

interface SeriesProps {
  kind: 'task' | 'invoice';
  id: string;
  title: string;
  status: 'active' | 'paused' | 'completed' | 'cancelled';
  /** The next due date. */
  nextOn: string | null;
  children: string;
}

function Series({ kind, id, title, status, nextOn, children }: SeriesProps) {
  const { t } = useTranslation('crm');
  return (
    <>
      <span>
        <Link to={seriesAddress(kind, id)}>
          <bdi>{withoutTokens(title)}</bdi>
        </Link>{' '}
        <span className={styles.aside}>
          <bdi>{children}</bdi>
        </span>{' '}
        {status !== 'active' && (
          <StatusTag tone={status === 'paused' ? 'waiting' : 'draft'}>
            {t(`seriesStatus.${status}`)}
          </StatusTag>
        )}
      </span>
      {nextOn !== null && <DateText date={nextOn} />}
    </>
  );
}

/** The enquiries that became the client, and those that it referred. */
export function ClientEnquiries({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(enquiries.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <ListOfClient
      title={t('recent.enquiries')}
      none={t('recent.noEnquiries')}
      all={listOfClient('enquiry', clientId)}
      read={read}
    >
      {({ id, no, name, company, enquiryDate, status }) => (
        <>
          <span>
            <Link to={enquiryAddress(id)}>
              <bdi>
                {no} {company ?? name}
              </bdi>
            </Link>{' '}
            <StatusTag tone={status === 'won' ? 'done' : 'info'}>{t(`enquiryStatus.${status}`)}</StatusTag>
          </span>
          <DateText date={enquiryDate} />
        </>
      )}
    </ListOfClient>
  );
}
