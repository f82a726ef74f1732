import Button, { type ButtonProps } from 'antd/es/button';
import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../read/error-box.tsx';
import { useDialogFocus } from './use-dialog-focus.tsx';
import styles from './confirm.module.css';

interface Confirmed {
  /** Names what happens: "Void invoice 25-26/0042". */
  question: string;
  /** What it means: "It keeps its number." */
  consequence: ReactNode;
  /** The word on the button that does it, a verb. */
  verb: string;
  /** Must be typed first; only for what cannot be taken back. */
  typedWord?: string;
  run: () => Promise<unknown>;
}

interface ConfirmDialogProps extends Confirmed {
  onClose: () => void;
  /** Off for a step that can be taken back. */
  isDangerous?: boolean;
  /** Off as long as something has to be chosen first. */
  isReady?: boolean;
  /** Below the consequence: what is to be known or chosen first. */
  children?: ReactNode;
}

/** Asks before a step and says what it means; stays open with the reason if it is refused. Shown as long as it is mounted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, consequence, verb, typedWord, run, onClose, children } = props;
  const { isDangerous = true, isReady = true } = props;
  const { t } = useTranslation('shared');
  const focus = useDialogFocus({ isDangerous });
  const [typed, setTyped] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const isUntyped = typedWord !== undefined && typed !== typedWord;

  const confirm = async () => {
    setRunning(true);
    try {
      await run();
      onClose();
    } catch (error) {
      setRefusal(error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Modal
      open
      title={question}
      okText={verb}
      okButtonProps={{ danger: isDangerous, disabled: !isReady || isUntyped }}
      cancelText={t('confirm.cancel')}
      confirmLoading={isRunning}
      onOk={() => void confirm()}
      onCancel={onClose}
      wrapProps={focus}
    >
      <p>{consequence}</p>
      {children}
      {typedWord !== undefined && (
        <label className={styles.typed}>
          {t('confirm.type', { word: typedWord })}
          <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
        </label>
      )}
      {refusal !== null && <ErrorBox error={refusal} />}
    </Modal>
  );
}

type ConfirmButtonProps = Omit<ButtonProps, 'onClick' | 'title'> & Confirmed;

/** A button of a dangerous action: asks first. */
export function ConfirmButton({
  question,
  consequence,
  verb,
  typedWord,
  run,
  ...button
}: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && (
        <ConfirmDialog
          question={question}
          consequence={consequence}
          verb={verb}
          {...(typedWord !== undefined && { typedWord })}
          run={run}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
