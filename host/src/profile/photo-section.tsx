import { useState } from 'react';
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useTranslation } from 'react-i18next';
import { account } from '@daybook/contracts/auth/account';
import { refreshMe } from '@daybook/shared/session';
import { fieldText, refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';
import MyPhoto from './my-photo.tsx';
import { squarePhoto } from './square-photo.ts';
import { Section } from './section.tsx';
import css from './profile.module.css';

/** A new photo is saved at once, separately from the form. */
export function PhotoSection({ hasPhoto }: { hasPhoto: boolean }) {
  const { t } = useTranslation('personal');
  const { save, isSaving } = useSave(account.putPhoto);
  const [refusal, setRefusal] = useState<string | null>(null);

  const put = async (image: string | null) => {
    setRefusal(null);
    try {
      await save({ image });
      await refreshMe();
    } catch (error) {
      setRefusal(refusalText(error));
    }
  };
  const choose = async (file: File) => {
    try {
      await put(await squarePhoto(file));
    } catch {
      setRefusal(fieldText({ code: 'IMAGE_KIND' }));
    }
  };
  return (
    <Section title={t('profile.photo')}>
      <div className={css.identity}>
        {hasPhoto ? <MyPhoto size={72} /> : <UserOutlined className={css.noPhoto} aria-hidden />}
        <Upload
          accept="image/png,image/jpeg,image/webp"
          showUploadList={false}
          beforeUpload={(file) => {
            void choose(file);
            return false;
          }}
        >
          <Button icon={<UploadOutlined aria-hidden />} loading={isSaving}>
            {t('profile.choosePhoto')}
          </Button>
        </Upload>
        {hasPhoto && <Button onClick={() => void put(null)}>{t('profile.removePhoto')}</Button>}
        {refusal !== null && <Alert type="error" showIcon role="alert" title={refusal} />}
      </div>
    </Section>
  );
}
