import { useTranslation } from 'react-i18next';
import {
  certificateRequests,
  type CertificateRequest,
} from '@daybook/contracts/receivables/withholding/certificate-requests';
import { useRead } from '@daybook/shared/read/use-read';
import { MailText } from '../common/mail-text.tsx';

interface AskTextProps {
  of: Pick<CertificateRequest, 'client' | 'entity'>;
  onClose: () => void;
}

/** The request for certificates as the client would read it. */
export function AskText({ of: { client, entity }, onClose }: AskTextProps) {
  const { t } = useTranslation('billing');
  return (
    <MailText
      title={t('withholding.ask.readOf', { client: client.label })}
      of={useRead(certificateRequests.read, { clientId: client.id, entityId: entity.id })}
      reasonOf={(why) => t(`withholding.ask.why.${why}`)}
      onClose={onClose}
    />
  );
}
