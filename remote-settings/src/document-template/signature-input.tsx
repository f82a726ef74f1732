import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { base64Of, faultOfPicture, pictureKinds } from '../picture-file.ts';
import styles from './document-template.module.css';

interface Props {
  /** Of the stored template. */
  hasSignature: boolean;
  id?: string;
  /** Undefined for the stored one, null for none. */
  value?: string | null;
  onChange?: (signature: string | null) => void;
}

/** The picture of a signature; the sample beside the form shows it. `id`, `value` and `onChange` come from the field. */
export function SignatureInput({ hasSignature, id, value, onChange }: Props) {
  const { t } = useTranslation('settings');
  const [fault, setFault] = useState<string | null>(null);
  const isThere = value === undefined ? hasSignature : value !== null;
  const choose = async (file: File) => {
    const code = faultOfPicture(file);
    setFault(code === null ? null : fieldText({ code }));
    if (code === null) onChange?.(await base64Of(file));
  };
  return (
    <div className={styles.signature}>
      <Upload
        accept={pictureKinds.join(',')}
        showUploadList={false}
        beforeUpload={(file) => {
          void choose(file);
          return false;
        }}
      >
        <Button {...(id !== undefined && { id })} icon={<UploadOutlined aria-hidden />}>
          {t('logo.choose')}
        </Button>
      </Upload>
      {isThere && <Button onClick={() => onChange?.(null)}>{t('documentTemplate.removeSignature')}</Button>}
      {fault !== null && <Alert type="error" showIcon role="alert" title={fault} />}
    </div>
  );
}
