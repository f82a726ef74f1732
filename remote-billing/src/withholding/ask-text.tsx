import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import {
  certificateRequests,
  type CertificateRequest,
} from '@daybook/contracts/receivables/withholding/certificate-requests';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import styles from './withholding.module.css';

interface AskTextProps {
  of: Pick<CertificateRequest, 'client' | 'entity'>;
  onClose: () => void;
}

/** The mail as the client would read it. */
export function AskText({ of: { client, entity }, onClose }: AskTextProps) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const read = useRead(certificateRequests.read, { clientId: client.id, entityId: entity.id });
  return (
    <Modal
      open
      title={t('withholding.ask.readOf', { client: client.label })}
      onCancel={onClose}
      wrapProps={focus}
      footer={null}
    >
      <ReadView of={read}>
        {({ subject, body, why }) =>
          body === null ? (
            <p>{why !== null && t(`withholding.ask.why.${why}`)}</p>
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
