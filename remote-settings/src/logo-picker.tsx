import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '@daybook/shared/call';
import { FormGroup } from '@daybook/shared/form/form-group';
import { fieldText, refusalText } from '@daybook/shared/read/refusal-text';
import styles from './logo-picker.module.css';

const maxBytes = 300 * 1024;
const kinds = ['image/png', 'image/jpeg'];

interface Props {
  explanation: string;
  /** The logo as it is now; null if there is none. */
  picture: ReactNode;
  isSaving: boolean;
  /** Stores the picture in base64, or removes it. */
  onPut: (image: string | null) => Promise<unknown>;
}

/** The logo is saved at once, separately from the form. */
export function LogoPicker({ explanation, picture, isSaving, onPut }: Props) {
  const { t } = useTranslation('settings');
  const [refusal, setRefusal] = useState<string | null>(null);

  const put = async (image: string | null) => {
    setRefusal(null);
    try {
      await onPut(image);
    } catch (error) {
      const [first] = isRefusal(error) ? (error.fields['image'] ?? []) : [];
      setRefusal(first === undefined ? refusalText(error) : fieldText(first));
    }
  };
  const choose = async (file: File) => {
    if (!kinds.includes(file.type)) setRefusal(fieldText({ code: 'IMAGE_KIND' }));
    else if (file.size > maxBytes) setRefusal(fieldText({ code: 'IMAGE_TOO_LARGE' }));
    else await put(await base64Of(file));
  };
  return (
    <FormGroup title={t('logo.title')} explanation={explanation}>
      <div className={styles.logo}>
        {picture}
        <Upload
          accept={kinds.join(',')}
          showUploadList={false}
          beforeUpload={(file) => {
            void choose(file);
            return false;
          }}
        >
          <Button icon={<UploadOutlined aria-hidden />} loading={isSaving}>
            {t('logo.choose')}
          </Button>
        </Upload>
        {picture !== null && <Button onClick={() => void put(null)}>{t('logo.remove')}</Button>}
        {refusal !== null && <Alert type="error" showIcon role="alert" title={refusal} />}
      </div>
    </FormGroup>
  );
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(base64In(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable file')));
    reader.readAsDataURL(file);
  });

/** The part of a data address after the comma. */
const base64In = (read: string | ArrayBuffer | null): string =>
  typeof read === 'string' ? read.slice(read.indexOf(',') + 1) : '';
