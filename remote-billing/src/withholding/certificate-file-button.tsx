import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withholdingCertificates } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { call, download } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { openFile } from '@daybook/shared/record/open-file';

/** Opens the file of a certificate in a new tab. */
export function CertificateFileButton({ id, number }: { id: string; number: string }) {
  const { t } = useTranslation('billing');
  const [isWorking, setWorking] = useState(false);
  const open = async () => {
    setWorking(true);
    try {
      const { attachment } = await call(withholdingCertificates.open, { id });
      if (attachment !== null)
        await openFile(attachment, async () => download(withholdingCertificates.file, { id }));
    } catch (error) {
      notify.failure(refusalText(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button
      size="small"
      type="text"
      icon={<PaperClipOutlined aria-hidden />}
      aria-label={t('withholding.fileOf', { number })}
      loading={isWorking}
      onClick={() => void open()}
    />
  );
}
