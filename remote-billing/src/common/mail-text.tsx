import Modal from 'antd/es/modal';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { ReadView } from '@daybook/shared/read/read-view';
import type { Read } from '@daybook/shared/read/use-read';
import styles from './mail-text.module.css';

interface MailTextProps<Why> {
  title: string;
  /** The mail; without a text, the reason why it would not be sent. */
  of: Read<{ subject: string | null; body: string | null; why: Why | null }>;
  reasonOf: (why: Why) => string;
  onClose: () => void;
}

/** A mail as the client would read it. */
export function MailText<Why>({ title, of: read, reasonOf, onClose }: MailTextProps<Why>) {
  const focus = useDialogFocus();
  return (
    <Modal open title={title} onCancel={onClose} wrapProps={focus} footer={null}>
      <ReadView of={read}>
        {({ subject, body, why }) =>
          body === null ? (
            <p>{why !== null && reasonOf(why)}</p>
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
