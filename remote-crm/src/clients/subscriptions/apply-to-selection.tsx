import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import type { Selection } from '../bulk/bulk-bar.tsx';
import { BulkJob } from '../bulk/bulk-job.tsx';
import { Chosen, useApplyVerb } from './apply-package.tsx';
import { usualChoice } from '../../package-choice.tsx';

interface ApplyProps {
  selection: Selection;
  /** The client for whom the preview is shown. */
  exampleId: string | undefined;
  /** `isDone`: a job was started. */
  onClose: (isDone: boolean) => void;
}

/** Applies a package to the clients of a selection, and shows the progress of the job. Closing it does not stop the job. */
export default function ApplyToSelection({ selection: given, exampleId, onClose }: ApplyProps) {
  const { t } = useTranslation('crm');
  // The list reloads while the job runs, so the selection is fixed here.
  const [selection] = useState(given);
  const { verb, onPast } = useApplyVerb();
  const [jobId, setJobId] = useState<string | null>(null);
  if (jobId !== null) return <Progress jobId={jobId} onClose={() => onClose(true)} />;
  return (
    <FormDialog
      title={t('subscription.apply')}
      endpoint={subscriptions.applyToMany}
      initial={{ ...usualChoice, assigneeIds: [] }}
      fixed={selection}
      verb={verb}
      width={720}
      onSaved={({ id }) => setJobId(id)}
      onClose={() => onClose(false)}
    >
      <Chosen clientId={exampleId} isExample onPast={onPast} />
    </FormDialog>
  );
}

function Progress({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { t } = useTranslation('crm');
  const focus = useDialogFocus();
  return (
    <Modal
      open
      title={t('subscription.apply')}
      onCancel={onClose}
      wrapProps={focus}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('clientBulk.close')}
        </Button>
      }
    >
      <BulkJob id={jobId} />
    </Modal>
  );
}
