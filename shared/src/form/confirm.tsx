import Button, { type ButtonProps } from 'antd/es/button';
import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../read/error-box.tsx';
import { useDialogFocus } from './use-dialog-focus.tsx';
import { useDialogRun } from './use-dialog-run.ts';
import styles from './confirm.module.css';

interface Confirmed {
  /** Names what happens: "Void invoice 25-26/0042". */
  question: string;
  /** Explains the consequence: "It keeps its number." */
  consequence: ReactNode;
  /** The label of the confirming button, a verb. */
  verb: string;
  /** A word that must be typed first; only for steps that cannot be undone. */
  typedWord?: string;
  run: () => Promise<unknown>;
}

interface ConfirmDialogProps extends Confirmed {
  onClose: () => void;
  /** False for a step that can be undone. */
  isDangerous?: boolean;
  /** False until everything that the step needs has been chosen. */
  isReady?: boolean;
  /** Below the consequence: what to know or choose first. */
  children?: ReactNode;
}

/** Asks before a step and explains its consequence. A refusal is shown in the dialog. It is open while mounted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, consequence, verb, typedWord, run, onClose, children } = props;
  const { isDangerous = true, isReady = true } = props;
  const { t } = useTranslation('shared');
  const focus = useDialogFocus({ isDangerous });
  const [typed, setTyped] = useState('');
  const { run: runStep, isRunning, refusal } = useDialogRun(onClose);
  const isUntyped = typedWord !== undefined && typed !== typedWord;
  return (
    <Modal
      open
      title={question}
      okText={verb}
      okButtonProps={{ danger: isDangerous, disabled: !isReady || isUntyped }}
      cancelText={t('confirm.cancel')}
      confirmLoading={isRunning}
      onOk={() => void runStep(run)}
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

type ConfirmButtonProps = Omit<ButtonProps, 'onClick' | 'title'> &
  Confirmed &
  Pick<ConfirmDialogProps, 'isDangerous'>;

/** The button of a step that asks first; it is dangerous unless it says otherwise. */
export function ConfirmButton({
  question,
  consequence,
  verb,
  typedWord,
  run,
  isDangerous = true,
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
          isDangerous={isDangerous}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
