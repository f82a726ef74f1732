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
  /** What it means: "It keeps its number." */
  consequence: ReactNode;
  /** The word on the button that does it, a verb. */
  verb: string;
  /** Must be typed first; only for what cannot be undone. */
  typedWord?: string;
  run: () => Promise<unknown>;
}

interface ConfirmDialogProps extends Confirmed {
  onClose: () => void;
  /** Off for a step that can be undone. */
  isDangerous?: boolean;
  /** Off until everything has been chosen that the step needs. */
  isReady?: boolean;
  /** Below the consequence: what to know or to choose first. */
  children?: ReactNode;
}

/** Asks before a step and says what it means. A refusal is shown in it. Open as long as it is mounted. */
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

type ConfirmButtonProps = Omit<ButtonProps, 'onClick' | 'title'> & Confirmed;

/** The button of a dangerous step, which asks before it. */
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
