import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { invoiceStatuses } from '@daybook/contracts/billing/invoice-record';
import { recurringInvoices, type RecurringInvoice } from '@daybook/contracts/billing/recurring-invoices';
import type { SeriesRun } from '@daybook/contracts/recurrence/series-steps';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/ui/amount';
import { DateText } from '@daybook/shared/ui/date-text';
import { ErrorBox } from '@daybook/shared/ui/error-box';
import { StatusTag } from '@daybook/shared/ui/status-tag';
import { usePages } from '@daybook/shared/ui/use-pages';
import { useSave } from '@daybook/shared/ui/use-save';
import { useState } from 'react';
import { invoiceAddress } from '../common/addresses.ts';
import { InvoiceStatusTag } from '../common/invoice-status.tsx';
import { periodText } from './foreseen-table.tsx';
import styles from './recurring.module.css';

const ownReasons: ReadonlySet<string> = new Set(['NOT_WANTED', 'MISSED', 'PAUSED', 'GOES_ON']);

/** What came of each period, the last first; what failed or was left out can be made. */
export function RunLog({ series }: { series: RecurringInvoice }) {
  const { t } = useTranslation('billing');
  const { rows, isLoading, error, hasMore, more } = usePages(recurringInvoices.runs, { id: series.id });
  if (error !== null) return <ErrorBox error={error} />;
  if (!isLoading && rows.length === 0) return <p className={styles.quiet}>{t('recurring.noRuns')}</p>;
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={t('recurring.runs')}>
          <thead>
            <tr>
              <th scope="col">{t('recurring.period')}</th>
              <th scope="col">{t('field.status')}</th>
              <th scope="col">{t('recurring.outcome')}</th>
              <th scope="col">{t('recurring.steps')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((run) => (
              <tr key={run.nominal}>
                <td>
                  {periodText(run)}
                  <div className={styles.quiet}>
                    <DateText date={run.due} />
                  </div>
                </td>
                <td>
                  <RunState run={run} />
                </td>
                <td>
                  <Outcome run={run} />
                </td>
                <td className={styles.end}>
                  <MakeButton series={series} run={run} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasMore && <Button onClick={more}>{t('recurring.earlier')}</Button>}
    </>
  );
}

const tones = { created: 'done', skipped: 'draft', failed: 'overdue' } as const;

function RunState({ run: { state, attempts } }: { run: SeriesRun }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <StatusTag tone={tones[state]}>{t(`recurring.run.${state}`)}</StatusTag>
      {state === 'failed' && (
        <div className={styles.quiet}>{t('recurring.attempts', { count: attempts })}</div>
      )}
    </>
  );
}

function Outcome({ run: { made, reason, error } }: { run: SeriesRun }) {
  const { t } = useTranslation('billing');
  const mayOpen = useMay('invoices.view');
  if (error !== null) return <span className={styles.failed}>{error.message}</span>;
  if (reason !== null) return <bdi>{ownReasons.has(reason) ? t(`recurring.reason.${reason}`) : reason}</bdi>;
  if (made === null) return <span className={styles.quiet}>{t('recurring.gone')}</span>;
  const name = made.label || t('draft');
  const status = invoiceStatuses.find((one) => one === made.status);
  return (
    <>
      {mayOpen ? <Link to={invoiceAddress(made.id)}>{name}</Link> : name}{' '}
      {made.amount !== null && <Amount minor={made.amount.minor} currency={made.amount.currency} />}{' '}
      {status !== undefined && made.label !== '' && (
        <InvoiceStatusTag invoice={{ status, isOverdue: false }} />
      )}
    </>
  );
}

function MakeButton({ series, run }: { series: RecurringInvoice; run: SeriesRun }) {
  const { t } = useTranslation('billing');
  const { save, isSaving } = useSave(recurringInvoices.make);
  const [refusal, setRefusal] = useState<unknown>(null);
  const mayMake = useMay('recurring_invoices.edit') && run.state !== 'created' && run.reason !== 'GOES_ON';
  if (!mayMake) return null;
  const make = async () => {
    try {
      await save({ id: series.id, nominal: run.nominal }, series.version);
      setRefusal(null);
      notify.success(t('recurring.made'));
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <>
      <Button size="small" loading={isSaving} onClick={() => void make()}>
        {run.state === 'failed' ? t('recurring.retry') : t('recurring.make')}
      </Button>
      {refusal !== null && <ErrorBox error={refusal} />}
    </>
  );
}
