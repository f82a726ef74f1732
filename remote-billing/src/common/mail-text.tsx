import Modal from 'antd/es/modal';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { ReadView } from '@daybook/shared/read/read-view';
import type { Read } from '@daybook/shared/read/use-read';
import styles from './mail-text.module.css';

interface MailBodyProps<Why> {
  /** The mail; without a text, the reason why it would not be sent. */
  of: Read<{ subject: string | null; body: string | null; why: Why | null }>;
  reasonOf: (why: Why) => string;
}

/** The text of a mail. */
export function MailBody<Why>({ of: read, reasonOf }: MailBodyProps<Why>) {
  return (
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
  );
}

interface MailTextProps<Why> extends MailBodyProps<Why> {
  title: string;
  onClose: () => void;
}

/** A mail as the client would read it, in a dialog. */
export function MailText<Why>({ title, onClose, ...mail }: MailTextProps<Why>) {
  const focus = useDialogFocus();
  return (
    <Modal open title={title} onCancel={onClose} wrapProps={focus} footer={null}>
      <MailBody {...mail} />
    </Modal>
  );
}
