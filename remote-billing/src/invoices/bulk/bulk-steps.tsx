import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceJobs, type InvoiceJob } from '@daybook/contracts/billing/invoices/invoice-jobs';
import type { InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
import { notify } from '@daybook/shared/notify';
import { Amount } from '@daybook/shared/record/amount';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { ReadView } from '@daybook/shared/read/read-view';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useLiveRead } from '@daybook/shared/read/use-read';
import { useInvoiceName } from '../../common/invoice-status.tsx';
import { JobView } from './job-view.tsx';
import { goesOn, useStartJob } from './use-job.ts';
import styles from './job-view.module.css';

interface BulkStepsProps {
  step: InvoiceJob['kind'];
  rows: readonly InvoiceRow[];
  /** Called with the rows that are no longer needed in the selection. */
  onClose: (servedIds: readonly string[]) => void;
}

/** One action for the selected invoices: confirmation first, then progress. Closing the dialog does not stop the job. */
export default function BulkSteps({ step, rows: given, onClose }: BulkStepsProps) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const { start, isStarting } = useStartJob();
  // The list reloads while the job runs, so the rows are fixed here.
  const [rows] = useState(() => given.toSorted((a, b) => a.issueDate.localeCompare(b.issueDate)));
  const [jobId, setJobId] = useState<string | null>(null);
  const read = useLiveRead(invoiceJobs.open, jobId === null ? null : { id: jobId }, goesOn);
  const close = () => {
    const refused = new Set(
      read.data?.items.flatMap((one) => (one.status === 'refused' ? one.invoiceId : [])),
    );
    onClose(jobId === null ? [] : rows.map(({ id }) => id).filter((id) => !refused.has(id)));
  };
  const begin = async () => {
    try {
      setJobId(await start(step, rows));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  const buttons =
    jobId === null ? (
      <>
        <Button onClick={close}>{t('plan.cancel')}</Button>
        <Button type="primary" loading={isStarting} onClick={() => void begin()}>
          {t(`bulk.${step}Verb`)}
        </Button>
      </>
    ) : (
      <Button type="primary" onClick={close}>
        {t('plan.close')}
      </Button>
    );
  return (
    <Modal
      open
      title={t(`bulk.${step}`, { count: rows.length })}
      onCancel={close}
      wrapProps={focus}
      footer={buttons}
    >
      {jobId === null ? (
        <Chosen step={step} rows={rows} />
      ) : (
        <ReadView of={read}>{(job) => <JobView key={job.id} job={job} isOwn onAgain={setJobId} />}</ReadView>
      )}
    </Modal>
  );
}

function Chosen({ step, rows }: Pick<BulkStepsProps, 'step' | 'rows'>) {
  const { t } = useTranslation('billing');
  const nameOf = useInvoiceName();
  return (
    <>
      <p>{t(`bulk.${step}Means`)}</p>
      <ul className={styles.rows} aria-label={t(`bulk.${step}`, { count: rows.length })}>
        {rows.map((row) => (
          <li key={row.id} className={styles.row}>
            <span>
              <bdi>{nameOf(row)}</bdi> · <bdi>{row.client.label}</bdi> ·{' '}
              <Amount minor={row.payable} currency={row.currency} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
