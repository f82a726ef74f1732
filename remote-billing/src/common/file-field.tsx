import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { acceptedAt, maxFileBytes, type Attachment } from '@daybook/contracts/files';
import type { withholdingCertificates } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { ApiRefusal, upload } from '@daybook/shared/call';
import { WaitContext } from '@daybook/shared/form/form-dialog';
import { refusalText } from '@daybook/shared/read/refusal-text';
import styles from './file-field.module.css';

interface FileFieldProps {
  endpoint: typeof expenses.upload | typeof withholdingCertificates.upload;
  /** The file that the record already has. */
  attached?: Attachment | null;
  id?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
}

/** A photo or a PDF. It is uploaded as soon as it is chosen; saving the form attaches it to the record. */
export function FileField({ endpoint, attached = null, id, value, onChange }: FileFieldProps) {
  const { t } = useTranslation('billing');
  const [sent, setSent] = useState<Attachment | null>(null);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const saveAfter = useContext(WaitContext);
  const shown = [sent, attached].find((one) => one !== null && one.id === value);

  const choose = async (file: File) => {
    setRefusal(null);
    if (file.size > maxFileBytes) {
      setRefusal(new ApiRefusal('FILE_TOO_LARGE', ''));
      return;
    }
    setSending(true);
    const sending = upload(endpoint, { name: file.name.slice(-200) }, file);
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
    <div className={styles.file}>
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
      </Upload>
      {shown !== undefined && shown !== null && (
        <>
          <bdi className={styles.fileName}>{shown.label}</bdi>
          <Button type="text" onClick={() => onChange?.(null)}>
            {t('expense.removeFile')}
          </Button>
        </>
      )}
      {refusal !== null && <Alert type="error" showIcon role="alert" title={refusalText(refusal)} />}
    </div>
  );
}
