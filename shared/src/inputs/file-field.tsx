import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { acceptedAt, maxFileBytes, type Attachment, type FilePlace } from '@daybook/contracts/files';
import { ApiRefusal, upload } from '@daybook/shared/call';
import { WaitContext } from '../form/form-dialog.tsx';
import { refusalText } from '../read/refusal-text.tsx';
import styles from './file-field.module.css';

interface FileFieldProps {
  /** An upload that answers with the stored file. */
  endpoint: typeof expenses.upload;
  /** Which types are taken; a photo or a PDF by default. */
  place?: FilePlace;
  /** The file that the record already has. */
  attached?: Attachment | null;
  id?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
}

/** A file. It is uploaded as soon as it is chosen; saving the form attaches it to the record. */
export function FileField(props: FileFieldProps) {
  const { endpoint, place = 'receipt', attached = null, id, value, onChange } = props;
  const { t } = useTranslation('shared');
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
        accept={acceptedAt(place)}
        showUploadList={false}
        beforeUpload={(file) => {
          void choose(file);
          return false;
        }}
      >
        <Button {...(id !== undefined && { id })} icon={<UploadOutlined aria-hidden />} loading={isSending}>
          {t('file.choose')}
        </Button>
      </Upload>
      {shown !== undefined && shown !== null && (
        <>
          <bdi className={styles.fileName}>{shown.label}</bdi>
          <Button type="text" onClick={() => onChange?.(null)}>
            {t('file.remove')}
          </Button>
        </>
      )}
      {refusal !== null && <Alert type="error" showIcon role="alert" title={refusalText(refusal)} />}
    </div>
  );
}
