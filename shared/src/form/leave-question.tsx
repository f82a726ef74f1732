import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import { useDialogFocus } from './use-dialog-focus.tsx';

interface LeaveQuestionProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked only if there is unsaved input. */
export const LeaveQuestion = ({ isOpen, ...answers }: LeaveQuestionProps) =>
  isOpen && <Question {...answers} />;

function Question({ onStay, onLeave }: Omit<LeaveQuestionProps, 'isOpen'>) {
  const { t } = useTranslation('shared');
  const focus = useDialogFocus({ isDangerous: true });
  return (
    <Modal
      open
      title={t('leave.question')}
      okText={t('leave.discard')}
      okButtonProps={{ danger: true }}
      cancelText={t('leave.stay')}
      onOk={onLeave}
      onCancel={onStay}
      wrapProps={focus}
    >
      {t('leave.consequence')}
    </Modal>
  );
}
