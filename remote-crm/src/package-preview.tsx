import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type { PreviewedInvoice } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { SubscriptionPreview } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { refusalText } from '@daybook/shared/read/refusal-text';
import type { TypedRead } from '@daybook/shared/read/use-typed-read';
import { Amount } from '@daybook/shared/record/amount';
import { NOTHING, subtract, sum } from '@daybook/contracts/money/money';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import styles from './crm.module.css';
import own from './package-preview.module.css';

/** How many of the next days each series shows. */
const shownDays = 4;

interface PackagePreviewProps {
  preview: TypedRead<SubscriptionPreview>;
  /** What is to be chosen first, if it is not the client, the package and the first day. */
  waits?: string;
  /** It is that of the first of several clients. */
  isExample?: boolean;
  /** Leaves out the past periods: the first one to invoice begins on the day. Absent if the form cannot. */
  onlyFrom?: (day: string) => void;
}

/** How many invoices for past periods are created at once. */
export const pastInvoices = ({ invoices }: SubscriptionPreview): number =>
  invoices.missed.length + invoices.missedBefore;

/** What the package would create for the client: the first invoice, the next ones, the tasks and their days. */
export function PackagePreview({
  preview: { data, error },
  waits,
  isExample = false,
  onlyFrom,
}: PackagePreviewProps) {
  const { t } = useTranslation('crm');
  return (
    <section className={own.preview} aria-label={t('subscription.preview')} aria-live="polite">
      <h2>{t('subscription.preview')}</h2>
      {data === undefined && (
        <span className={styles.aside}>
          {error === null ? (waits ?? t('subscription.previewWaits')) : refusalText(error)}
        </span>
      )}
      {data !== undefined && isExample && (
        <span className={styles.aside}>{t('subscription.previewExample')}</span>
      )}
      {data !== undefined && <Shown preview={data} isExample={isExample} onlyFrom={onlyFrom} />}
    </section>
  );
}

interface ShownProps extends Pick<PackagePreviewProps, 'isExample'> {
  preview: SubscriptionPreview;
  onlyFrom: PackagePreviewProps['onlyFrom'];
}

function Shown({ preview, isExample, onlyFrom }: ShownProps) {
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
      <Past preview={preview} isExample={isExample} onlyFrom={onlyFrom} />
      {Object.keys(invoices.refusals).length > 0 && (
        <Alert type="warning" showIcon title={t('subscription.notIssuable')} />
      )}
      <div className={own.parts}>
        {first !== undefined && <FirstInvoice invoice={first} currency={invoices.currency} />}
        {invoices.next.length > 0 && <NextInvoices invoices={invoices} />}
        {recurringTasks.length + tasks.length > 0 && <Tasks preview={preview} />}
      </div>
    </>
  );
}

/** Warns of invoices for past periods, and offers to begin with the coming one. */
function Past({ preview, isExample = false, onlyFrom }: ShownProps) {
  const { t } = useTranslation('crm');
  const count = pastInvoices(preview);
  const [coming] = preview.invoices.next;
  if (count === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t(isExample ? 'subscription.pastEach' : 'subscription.past', { count })}
      action={
        onlyFrom !== undefined &&
        coming !== undefined && (
          <Button onClick={() => onlyFrom(coming.periodFrom)}>
            {t('subscription.onlyFrom', { date: dateText(coming.periodFrom) })}
          </Button>
        )
      }
    />
  );
}

function NextInvoices({ invoices: { next, currency } }: Pick<SubscriptionPreview, 'invoices'>) {
  const { t } = useTranslation('crm');
  return (
    <div>
      <h3>{t('subscription.nextInvoices')}</h3>
      <ul className={styles.list} aria-label={t('subscription.nextInvoices')}>
        {next.slice(0, shownDays).map((day) => (
          <li key={day.nominal} className={styles.row}>
            <span>
              <DateText date={day.makeOn} /> · <PeriodText of={day} />
            </span>
            <Amount minor={day.payable} currency={currency} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Tasks({ preview: { recurringTasks, tasks } }: { preview: SubscriptionPreview }) {
  const { t } = useTranslation('crm');
  return (
    <div>
      <h3>{t('subscription.tasks')}</h3>
      <ul className={styles.list} aria-label={t('subscription.tasks')}>
        {recurringTasks.map(({ category, next }) => (
          <li key={category.id}>
            <bdi>{next[0]?.title ?? category.label}</bdi>
            <span className={own.dates}>
              {next.slice(0, shownDays).map(({ nominal, due }) => (
                <DateText key={nominal} date={due} />
              ))}
            </span>
          </li>
        ))}
        {tasks.map((task) => (
          <li key={tasks.indexOf(task)}>
            <bdi>{task.title}</bdi>
            <span className={own.dates}>
              <DateText date={task.dueOn} />
            </span>
          </li>
        ))}
      </ul>
    </div>
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
  const discount = subtract(invoice.net, sum(invoice.lines.map(({ amount }) => amount)));
  // The figures that make the lines up to the total.
  const beside = [
    ...(discount === NOTHING ? [] : [{ label: t('subscription.discount'), amount: discount }]),
    { label: t('subscription.tax'), amount: invoice.tax },
    ...(invoice.rounding === NOTHING
      ? []
      : [{ label: t('subscription.rounding'), amount: invoice.rounding }]),
  ];
  return (
    <div>
      <h3>
        {t('subscription.firstInvoice')} <DateText date={invoice.makeOn} />
      </h3>
      <ul className={styles.list} aria-label={t('subscription.firstInvoice')}>
        {invoice.lines.map((line) => (
          <li key={invoice.lines.indexOf(line)} className={styles.row}>
            <bdi>{line.description}</bdi>
            <Amount minor={line.amount} currency={currency} />
          </li>
        ))}
        {beside.map(({ label, amount }) => (
          <li key={label} className={styles.row}>
            <span>{label}</span>
            <Amount minor={amount} currency={currency} />
          </li>
        ))}
        <li className={styles.row}>
          <strong>{t('subscription.total')}</strong>
          <strong>
            <Amount minor={invoice.total} currency={currency} />
          </strong>
        </li>
      </ul>
    </div>
  );
}
