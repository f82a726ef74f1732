import Button, { type ButtonProps } from 'antd/es/button';
import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from './error-box.tsx';
import styles from './confirm.module.css';

interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick' | 'title'> {
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

/** A button of a dangerous action: asks first, says what happens, stays open with the reason if it is refused. */
export function ConfirmButton({
  question,
  consequence,
  verb,
  typedWord,
  run,
  ...button
}: ConfirmButtonProps) {
  const { t } = useTranslation('shared');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);

  const open = () => {
    setTyped('');
    setRefusal(null);
    setOpen(true);
  };
  const confirm = async () => {
    setRunning(true);
    try {
      await run();
      setOpen(false);
    } catch (error) {
      setRefusal(error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      <Button {...button} onClick={open} />
      <Modal
        open={isOpen}
        title={question}
        okText={verb}
        okButtonProps={{ danger: true, disabled: typedWord !== undefined && typed !== typedWord }}
        cancelText={t('confirm.cancel')}
        confirmLoading={isRunning}
        onOk={() => void confirm()}
        onCancel={() => setOpen(false)}
      >
        <p>{consequence}</p>
        {typedWord !== undefined && (
          <label className={styles.typed}>
            {t('confirm.type', { word: typedWord })}
            <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
          </label>
        )}
        {refusal !== null && <ErrorBox error={refusal} />}
      </Modal>
    </>
  );
}
