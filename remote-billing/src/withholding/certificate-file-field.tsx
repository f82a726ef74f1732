import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedAt, maxFileBytes, type Attachment } from '@daybook/contracts/files';
import { withholdingCertificates } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { ApiRefusal, upload } from '@daybook/shared/call';
import { WaitContext } from '@daybook/shared/form/form-dialog';
import { refusalText } from '@daybook/shared/read/refusal-text';

interface CertificateFileFieldProps {
  id?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
}

/** A scan or a PDF. It is uploaded as soon as it is chosen; saving the form attaches it to the certificate. */
export function CertificateFileField({ id, value, onChange }: CertificateFileFieldProps) {
  const { t } = useTranslation('billing');
  const [sent, setSent] = useState<Attachment | null>(null);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const saveAfter = useContext(WaitContext);
  const choose = async (file: File) => {
    setRefusal(null);
    if (file.size > maxFileBytes) {
      setRefusal(new ApiRefusal('FILE_TOO_LARGE', ''));
      return;
    }
    setSending(true);
    const sending = upload(withholdingCertificates.upload, { name: file.name.slice(-200) }, file);
    saveAfter(sending);
    try {
      const taken = await sending;
      setSent(taken);
      onChange?.(taken.id);
    } catch (error) {
      setRefusal(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <Upload
        accept={acceptedAt('receipt')}
        showUploadList={false}
        beforeUpload={(file) => {
          void choose(file);
          return false;
        }}
      >
        <Button {...(id !== undefined && { id })} icon={<UploadOutlined aria-hidden />} loading={isSending}>
          {t('expense.choose')}
        </Button>
      </Upload>{' '}
      {sent !== null && sent.id === value && <bdi>{sent.label}</bdi>}
      {refusal !== null && <Alert type="error" showIcon role="alert" title={refusalText(refusal)} />}
    </>
  );
}
