import Modal from 'antd/es/modal';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../read/error-box.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { useDialogFocus } from './use-dialog-focus.tsx';
import { useDialogRun } from './use-dialog-run.ts';
import styles from './confirm.module.css';
import { LongText } from '../inputs/long-text.tsx';

interface ReasonDialogProps {
  /** Names what happens: "Send back T-00012". */
  question: string;
  /** The label of the reason: "What is missing?". */
  label: string;
  /** The label of the confirming button, a verb. */
  verb: string;
  isRequired: boolean;
  isDangerous?: boolean;
  /** Receives null if no reason was entered. */
  run: (reason: string | null) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of a step. A refusal is shown in the dialog. It is open while mounted. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { question, label, verb, isRequired, isDangerous = false, run, onClose } = props;
  const { t } = useTranslation('shared');
  const id = useId();
  const [reason, setReason] = useState('');
  const { run: runStep, isRunning, refusal } = useDialogRun(onClose);
  const [isAsking, setAsking] = useState(false);
  const focus = useDialogFocus();
  const isMissing = isRequired && reason.trim() === '';

  const confirm = async () => {
    if (!isMissing) await runStep(() => run(reason.trim() || null));
  };
  return (
    <Modal
      open
      title={question}
      okText={verb}
      okButtonProps={{ danger: isDangerous, disabled: isMissing }}
      cancelText={t('confirm.cancel')}
      confirmLoading={isRunning}
      onOk={() => void confirm()}
      onCancel={() => (reason.trim() === '' ? onClose() : setAsking(true))}
      wrapProps={focus}
    >
      <label htmlFor={id} className={isRequired ? styles.required : undefined}>
        {label}
      </label>
      <LongText
        id={id}
        required={isRequired}
        maxLength={500}
        rows={[2, 8]}
        value={reason}
        data-unsaved={reason.trim() !== ''}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void confirm();
        }}
      />
      {refusal !== null && <ErrorBox error={refusal} />}
      <LeaveQuestion isOpen={isAsking} onStay={() => setAsking(false)} onLeave={onClose} />
    </Modal>
  );
}
