import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientBulk, type ClientChange } from '@daybook/contracts/crm/clients/client-bulk';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useSave } from '@daybook/shared/form/use-save';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { useRead } from '@daybook/shared/read/use-read';
import { countText } from '@daybook/shared/record/count-text';
import { LongText } from '@daybook/shared/inputs/long-text';
import styles from '../../crm.module.css';
import type { Selection } from './bulk-bar.tsx';
import { BulkJob } from './bulk-job.tsx';
import { ChangeFields, isWhole } from './change-fields.tsx';

interface BulkDialogProps {
  step: 'change' | 'deactivate';
  selection: Selection;
  /** `isDone`: a job was started. */
  onClose: (isDone: boolean) => void;
}

/** Asks for the change of many clients, shows how many it concerns, and then its progress. Closing it does not stop the job. */
export default function BulkDialog({ step, selection: given, onClose }: BulkDialogProps) {
  const { t } = useTranslation('crm');
  const focus = useDialogFocus();
  // The list reloads while the job runs, so the selection is fixed here.
  const [selection] = useState(given);
  const [change, setChange] = useState<ClientChange | null>(null);
  const [reason, setReason] = useState('');
  const { jobId, setJobId, refusal, isStarting, begin } = useStart();
  const isEntered = step === 'deactivate' || (change !== null && isWhole(change));
  const preview = useRead(
    clientBulk.preview,
    isEntered && jobId === null ? { ...selection, ...(change !== null && { change }) } : null,
  );
  const isReady =
    isEntered && (preview.data?.changes ?? 0) > 0 && (step === 'change' || reason.trim() !== '');
  const close = () => onClose(jobId !== null);
  return (
    <Modal
      open
      title={t(step === 'change' ? 'clientBulk.change' : 'clientBulk.deactivate')}
      onCancel={close}
      wrapProps={focus}
      footer={
        jobId === null ? (
          <>
            <Button onClick={close}>{t('shared:confirm.cancel')}</Button>
            <Button
              type="primary"
              danger={step === 'deactivate'}
              disabled={!isReady}
              loading={isStarting}
              onClick={() => void begin(selection, change, reason)}
            >
              {t(step === 'change' ? 'clientBulk.apply' : 'action.deactivate')}
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={close}>
            {t('clientBulk.close')}
          </Button>
        )
      }
    >
      {jobId === null ? (
        <div className={styles.stack}>
          {step === 'change' ? (
            <ChangeFields change={change} onChange={setChange} />
          ) : (
            <Reason reason={reason} onChange={setReason} />
          )}
          {preview.data !== undefined && <Preview preview={preview.data} />}
          {preview.error !== null && <ErrorBox error={preview.error} />}
          {refusal !== null && <ErrorBox error={refusal} />}
        </div>
      ) : (
        <BulkJob key={jobId} id={jobId} onUndo={setJobId} />
      )}
    </Modal>
  );
}

/** Starts the job, and later the one that undoes it. */
function useStart() {
  const [jobId, setJobId] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const changing = useSave(clientBulk.change);
  const deactivating = useSave(clientBulk.deactivate);
  const begin = async (selection: Selection, change: ClientChange | null, reason: string) => {
    setRefusal(null);
    try {
      const { id } =
        change === null
          ? await deactivating.save({ ...selection, reason })
          : await changing.save({ ...selection, change });
      setJobId(id);
    } catch (error) {
      setRefusal(error);
    }
  };
  return { jobId, setJobId, refusal, isStarting: changing.isSaving || deactivating.isSaving, begin };
}

function Reason({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation('crm');
  const id = useId();
  return (
    <div className={styles.stack}>
      <p>{t('deactivate.consequence')}</p>
      <label htmlFor={id}>{t('deactivate.reason')}</label>
      <LongText
        id={id}
        required
        maxLength={500}
        rows={[2, 6]}
        value={reason}
        data-unsaved={reason.trim() !== ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function Preview({ preview: { changes, leftOut } }: { preview: OutputOf<typeof clientBulk.preview> }) {
  const { t } = useTranslation('crm');
  return (
    <Alert
      type={changes > 0 ? 'info' : 'warning'}
      showIcon
      title={t('clientBulk.changes', { count: changes, shown: countText(changes) })}
      {...(leftOut.length > 0 && {
        description: (
          <ul>
            {leftOut.map(({ reason, count, some }) => (
              <li key={reason}>
                {t(`clientBulk.leftOut.${reason}`, { shown: countText(count) })}{' '}
                <bdi>
                  {some.map(({ label }) => label).join(', ')}
                  {count > some.length && '…'}
                </bdi>
              </li>
            ))}
          </ul>
        ),
      })}
    />
  );
}
