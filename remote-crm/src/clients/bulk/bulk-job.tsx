import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Progress from 'antd/es/progress';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { clientBulk, undoSeconds } from '@daybook/contracts/crm/clients/client-bulk';
import { recordPath } from '@daybook/contracts/entities';
import { jobs, type Job } from '@daybook/contracts/jobs/jobs';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { ReadView } from '@daybook/shared/read/read-view';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useLiveRead, useRead } from '@daybook/shared/read/use-read';
import { countText } from '@daybook/shared/record/count-text';
import { clientAddress } from '../../addresses.ts';
import styles from '../../crm.module.css';

const goesOn = ({ status }: Pick<Job, 'status'>): boolean => status === 'waiting' || status === 'running';

interface BulkJobProps {
  id: string;
  /** Called with the job that undoes this one. Without it the job cannot be undone. */
  onUndo?: (id: string) => void;
}

/** The progress of a bulk change, the clients that were refused, and for a short time after its end its undo. */
export function BulkJob({ id, onUndo }: BulkJobProps) {
  const read = useLiveRead(jobs.open, { id }, goesOn);
  return <ReadView of={read}>{(job) => <Shown job={job} {...(onUndo && { onUndo })} />}</ReadView>;
}

function Shown({ job, onUndo }: { job: Job } & Pick<BulkJobProps, 'onUndo'>) {
  const { t } = useTranslation('crm');
  const { id, all, done, refused, skipped, kind } = job;
  const isOpen = goesOn(job);
  useEffect(() => {
    if (!isOpen) void queryClient.invalidateQueries();
  }, [isOpen]);
  const figures = { done: countText(done + skipped), refused: countText(refused), all: countText(all) };
  return (
    <div className={styles.stack}>
      <Progress
        percent={Math.round(((done + refused + skipped) / all) * 100)}
        status={refused > 0 ? 'exception' : isOpen ? 'active' : 'success'}
        aria-label={t('clientBulk.progressLabel')}
      />
      <p aria-live="polite">
        {kind === 'client_undo' ? t('clientBulk.undone', figures) : t('clientBulk.progress', figures)}{' '}
        {isOpen && t('clientBulk.goesOn')}
      </p>
      {refused > 0 && <Refused id={id} />}
      <Link to={recordPath('job', id)}>{t('clientBulk.allResults')}</Link>
      {!isOpen && done > 0 && kind !== 'client_undo' && onUndo && <Undo id={id} onUndo={onUndo} />}
    </div>
  );
}

function Refused({ id }: { id: string }) {
  const { t } = useTranslation('crm');
  const { data } = useRead(jobs.items, { id, filter: { status: 'refused' }, pageSize: 20 });
  return (
    <ul aria-label={t('clientBulk.refused')}>
      {data?.rows.map(({ id: no, subject, refusal }) => (
        <li key={no}>
          {subject === null ? (
            t('clientBulk.gone')
          ) : (
            <Link to={clientAddress(subject.id)} target="_blank">
              <bdi>{subject.name}</bdi>
            </Link>
          )}
          {': '}
          {refusal?.message}
        </li>
      ))}
    </ul>
  );
}

/** Offered for a few seconds after the job has ended. */
function Undo({ id, onUndo }: { id: string; onUndo: (id: string) => void }) {
  const { t } = useTranslation('crm');
  const { save, isSaving } = useSave(clientBulk.undo);
  const [left, setLeft] = useState(undoSeconds);
  useEffect(() => {
    const tick = setInterval(() => setLeft((seconds) => seconds - 1), 1_000);
    return () => clearInterval(tick);
  }, []);
  if (left <= 0) return <Alert type="info" title={t('clientBulk.tooLate')} />;
  const undo = async () => {
    try {
      onUndo((await save({ id })).id);
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <Button loading={isSaving} onClick={() => void undo()}>
      {t('clientBulk.undo', { seconds: countText(left) })}
    </Button>
  );
}
