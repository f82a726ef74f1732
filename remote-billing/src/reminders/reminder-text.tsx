import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import { reminders, type ReminderPreview } from '@daybook/contracts/receivables/reminders/reminders';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import styles from './reminders.module.css';

interface ReminderTextProps {
  of: Pick<ReminderPreview, 'client' | 'entity'>;
  onClose: () => void;
}

/** A reminder as the client would read it. */
export function ReminderText({ of: { client, entity }, onClose }: ReminderTextProps) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const read = useRead(reminders.read, { clientId: client.id, entityId: entity.id });
  return (
    <Modal
      open
      title={t('reminding.readOf', { client: client.label })}
      onCancel={onClose}
      wrapProps={focus}
      footer={null}
    >
      <ReadView of={read}>
        {({ subject, body, why }) =>
          body === null ? (
            <p>{why !== null && t(`reminding.why.${why}`)}</p>
          ) : (
            <>
              <strong>
                <bdi>{subject}</bdi>
              </strong>
              <p className={styles.text} dir="auto">
                {body}
              </p>
            </>
          )
        }
      </ReadView>
    </Modal>
  );
}
