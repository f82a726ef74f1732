import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';

/** Asked only when something was typed. */
export function LeaveQuestion(props: { isOpen: boolean; onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('shared');
  return (
    <Modal
      open={props.isOpen}
      title={t('leave.question')}
      okText={t('leave.discard')}
      okButtonProps={{ danger: true }}
      cancelText={t('leave.stay')}
      onOk={props.onLeave}
      onCancel={props.onStay}
    >
      {t('leave.consequence')}
    </Modal>
  );
}
