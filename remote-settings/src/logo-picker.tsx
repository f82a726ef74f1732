import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '@daybook/shared/call';
import { FormGroup } from '@daybook/shared/form/form-group';
import { fieldText, refusalText } from '@daybook/shared/read/refusal-text';
import { base64Of, faultOfPicture, pictureKinds } from './picture-file.ts';
import styles from './logo-picker.module.css';

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
    const code = faultOfPicture(file);
    if (code === null) await put(await base64Of(file));
    else setRefusal(fieldText({ code }));
  };
  return (
    <FormGroup title={t('logo.title')} explanation={explanation}>
      <div className={styles.logo}>
        {picture}
        <Upload
          accept={pictureKinds.join(',')}
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
