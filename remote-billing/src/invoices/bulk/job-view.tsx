import Button from 'antd/es/button';
import Progress from 'antd/es/progress';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  invoiceJobs,
  type InvoiceJobItem,
  type InvoiceJobRecord,
} from '@daybook/contracts/billing/invoices/invoice-jobs';
import { ApiRefusal, download } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { today } from '@daybook/shared/today';
import { Amount } from '@daybook/shared/record/amount';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { saveFile } from '@daybook/shared/record/save-file';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useSave } from '@daybook/shared/form/use-save';
import { invoiceAddress } from '../../common/addresses.ts';
import { Faults } from '../faults.tsx';
import { useInvoiceName } from '../../common/invoice-status.tsx';
import { goesOn, useStartJob } from './use-job.ts';
import styles from './job-view.module.css';

interface JobViewProps {
  job: InvoiceJobRecord;
  /** Started in this dialog, so its PDFs are saved as soon as they are ready. */
  isOwn?: boolean;
  /** Called with the job that retries the refused invoices. */
  onAgain: (id: string) => void;
}

const percentOf = ({ all, done, refused, skipped }: InvoiceJobRecord): number =>
  Math.round(((done + refused + skipped) / all) * 100);

/** The progress of a job and the outcome of each of its invoices, refused ones first. */
export function JobView({ job, isOwn = false, onAgain }: JobViewProps) {
  const { t } = useTranslation('billing');
  const { all, done, refused, skipped, status, items, kind } = job;
  const isOpen = goesOn(job);
  const save = useSaveFiles(job);
  useEnd(isOpen, isOwn, () => {
    void queryClient.invalidateQueries();
    if (job.hasFiles) void save();
  });
  const title = t(`bulk.${kind}`, { count: all });
  const shown = items.toSorted((a, b) => Number(b.status === 'refused') - Number(a.status === 'refused'));
  return (
    <>
      <Progress
        percent={percentOf(job)}
        status={refused > 0 ? 'exception' : isOpen ? 'active' : status === 'done' ? 'success' : 'normal'}
        aria-label={title}
      />
      <p aria-live="polite">
        {t('bulk.progress', { done: done + skipped, refused, all })}{' '}
        {status === 'cancelled' && t('bulk.cancelled')}
        {isOpen && t('bulk.goesOn')}
      </p>
      <JobActions job={job} onSave={save} onAgain={onAgain} />
      <ul className={styles.rows} aria-label={title}>
        {shown.map((item) => (
          <JobItem key={item.invoiceId} item={item} />
        ))}
      </ul>
    </>
  );
}

/** Calls `onEnd` once, when a job that was being watched ends. */
function useEnd(isOpen: boolean, isOwn: boolean, onEnd: () => void): void {
  const isWatched = useRef(isOwn);
  useEffect(() => {
    if (isOpen) isWatched.current = true;
    else if (isWatched.current) {
      isWatched.current = false;
      onEnd();
    }
  });
}

function useSaveFiles({ id }: InvoiceJobRecord): () => Promise<void> {
  const { t } = useTranslation('billing');
  return async () => {
    try {
      const { blob } = await download(invoiceJobs.files, { id });
      saveFile({ blob, name: `${t('bulk.fileName')} ${today()}.zip` });
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
}

const attempt = (work: () => Promise<unknown>) => () =>
  void work().catch((error: unknown) => notify.failure(refusalText(error)));

interface ActionsProps extends Pick<JobViewProps, 'job' | 'onAgain'> {
  onSave: () => Promise<void>;
}

function JobActions({ job, onSave, onAgain }: ActionsProps) {
  const { t } = useTranslation('billing');
  const { start, isStarting } = useStartJob();
  const { save: cancel, isSaving } = useSave(invoiceJobs.cancel);
  const refused = job.items.flatMap(({ status, invoiceId, invoice }) =>
    status === 'refused' && invoice !== null ? [{ id: invoiceId, version: invoice.version }] : [],
  );
  return (
    <div className={styles.actions}>
      {goesOn(job) && (
        <Button loading={isSaving} onClick={attempt(async () => cancel({ id: job.id }))}>
          {t('bulk.stop')}
        </Button>
      )}
      {job.hasFiles && (
        <Button type="primary" onClick={() => void onSave()}>
          {t('bulk.save')}
        </Button>
      )}
      {!goesOn(job) && refused.length > 0 && (
        <Button loading={isStarting} onClick={attempt(async () => onAgain(await start(job.kind, refused)))}>
          {t('bulk.again', { count: refused.length })}
        </Button>
      )}
    </div>
  );
}

function JobItem({ item: { invoiceId, status, invoice, refusal } }: { item: InvoiceJobItem }) {
  const { t } = useTranslation('billing');
  const nameOf = useInvoiceName();
  const refused = refusal && new ApiRefusal(refusal.code, refusal.message, { fields: refusal.fields });
  return (
    <li className={styles.row}>
      {invoice === null ? (
        <span>{t('bulk.gone')}</span>
      ) : (
        <span>
          <Link to={invoiceAddress(invoiceId)} target="_blank">
            <bdi>{nameOf(invoice)}</bdi>
          </Link>{' '}
          · <bdi>{invoice.client}</bdi> · <Amount minor={invoice.payable} currency={invoice.currency} />
        </span>
      )}
      {status === 'done' && <StatusTag tone="done">{t('bulk.done')}</StatusTag>}
      {status === 'skipped' && <StatusTag tone="info">{t('bulk.skipped')}</StatusTag>}
      {refused && (
        <div className={styles.wrong}>
          {refused.message}
          <Faults faults={refused.fields} refusal={refused} invoiceId={invoiceId} inNewTab />
        </div>
      )}
    </li>
  );
}
