import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import type { PreviewedInvoice } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { SubscriptionPreview } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { refusalText } from '@daybook/shared/read/refusal-text';
import type { TypedRead } from '@daybook/shared/read/use-typed-read';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import styles from './crm.module.css';

/** How many of the next days each series shows. */
const shownDays = 4;

interface PackagePreviewProps {
  preview: TypedRead<SubscriptionPreview>;
  /** What is to be chosen first, if it is not the client, the package and the first day. */
  waits?: string;
}

/** What the package would create for the client: the first invoice, the next ones, the tasks and their days. */
export function PackagePreview({ preview: { data, error }, waits }: PackagePreviewProps) {
  const { t } = useTranslation('crm');
  return (
    <section className={styles.stack} aria-label={t('subscription.preview')} aria-live="polite">
      <h2>{t('subscription.preview')}</h2>
      {data === undefined && (
        <span className={styles.aside}>
          {error === null ? (waits ?? t('subscription.previewWaits')) : refusalText(error)}
        </span>
      )}
      {data !== undefined && <Shown preview={data} />}
    </section>
  );
}

function Shown({ preview }: { preview: SubscriptionPreview }) {
  const { t } = useTranslation('crm');
  const { startsOn, isMoved, formerEndsOn, invoices, recurringTasks, tasks } = preview;
  const first = invoices.missed[0] ?? invoices.next[0];
  return (
    <>
      {isMoved && (
        <Alert
          type="info"
          showIcon
          title={
            <>
              {t('subscription.moved')} <DateText date={startsOn} />
            </>
          }
        />
      )}
      {formerEndsOn !== null && (
        <p>
          {t('subscription.formerEnds')} <DateText date={formerEndsOn} />
        </p>
      )}
      {first !== undefined && <FirstInvoice invoice={first} currency={invoices.currency} />}
      {invoices.missed.length > 0 && (
        <Alert type="warning" showIcon title={t('subscription.past', { count: invoices.missed.length })} />
      )}
      {Object.keys(invoices.refusals).length > 0 && (
        <Alert type="warning" showIcon title={t('subscription.notIssuable')} />
      )}
      <h3>{t('subscription.nextInvoices')}</h3>
      <ul className={styles.list} aria-label={t('subscription.nextInvoices')}>
        {invoices.next.slice(0, shownDays).map((day) => (
          <li key={day.nominal} className={styles.row}>
            <span>
              <DateText date={day.makeOn} /> · <PeriodText of={day} />
            </span>
            <Amount minor={day.payable} currency={invoices.currency} />
          </li>
        ))}
      </ul>
      {recurringTasks.length + tasks.length > 0 && <h3>{t('subscription.tasks')}</h3>}
      <ul className={styles.list} aria-label={t('subscription.tasks')}>
        {recurringTasks.map(({ category, next }) => (
          <li key={category.id} className={styles.row}>
            <bdi>{next[0]?.title ?? category.label}</bdi>
            <span className={styles.moves}>
              {next.slice(0, shownDays).map(({ nominal, due }) => (
                <DateText key={nominal} date={due} />
              ))}
            </span>
          </li>
        ))}
        {tasks.map(({ category, title, dueOn }) => (
          <li key={category.id} className={styles.row}>
            <bdi>{title}</bdi>
            <DateText date={dueOn} />
          </li>
        ))}
      </ul>
    </>
  );
}

function PeriodText({ of: { periodFrom, periodTo } }: { of: PreviewedInvoice }) {
  return (
    <>
      <DateText date={periodFrom} /> – <DateText date={periodTo} />
    </>
  );
}

function FirstInvoice({ invoice, currency }: { invoice: PreviewedInvoice; currency: string }) {
  const { t } = useTranslation('crm');
  return (
    <>
      <h3>
        {t('subscription.firstInvoice')} <DateText date={invoice.makeOn} />
      </h3>
      <ul className={styles.list} aria-label={t('subscription.firstInvoice')}>
        {invoice.lines.map((line) => (
          <li key={`${line.description} ${line.qty} ${line.unitPrice}`} className={styles.row}>
            <bdi>{line.description}</bdi>
            <Amount minor={line.amount} currency={currency} />
          </li>
        ))}
        <li className={styles.row}>
          <span>{t('subscription.tax')}</span>
          <Amount minor={invoice.tax} currency={currency} />
        </li>
        <li className={styles.row}>
          <strong>{t('subscription.total')}</strong>
          <strong>
            <Amount minor={invoice.total} currency={currency} />
          </strong>
        </li>
      </ul>
    </>
  );
}
