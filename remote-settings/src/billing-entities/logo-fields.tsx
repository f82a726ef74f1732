import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Upload from 'antd/es/upload';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { download, isRefusal } from '@daybook/shared/call';
import { FormGroup } from '@daybook/shared/form/form-group';
import { fieldText, refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';
import styles from './entity.module.css';

const maxBytes = 300 * 1024;
const kinds = ['image/png', 'image/jpeg'];

/** The logo is saved at once, separately from the form. */
export default function LogoFields({ id, hasLogo }: { id: string; hasLogo: boolean }) {
  const { t } = useTranslation('settings');
  const { save, isSaving } = useSave(billingEntities.putLogo);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [changes, setChanges] = useState(0);

  const put = async (image: string | null) => {
    setRefusal(null);
    try {
      await save({ id, image });
      setChanges((before) => before + 1);
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
    <FormGroup title={t('logo.title')} explanation={t('logo.explanation')}>
      <div className={styles.logo}>
        {hasLogo && <Logo key={changes} id={id} />}
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
        {hasLogo && <Button onClick={() => void put(null)}>{t('logo.remove')}</Button>}
        {refusal !== null && <Alert type="error" showIcon role="alert" title={refusal} />}
      </div>
    </FormGroup>
  );
}

function Logo({ id }: { id: string }) {
  const { t } = useTranslation('settings');
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const wanted = new AbortController();
    let made: string | null = null;
    const show = async () => {
      const { blob } = await download(billingEntities.logo, { id }, { signal: wanted.signal });
      if (wanted.signal.aborted) return;
      made = URL.createObjectURL(blob);
      setAddress(made);
    };
    // If the picture cannot be loaded, its place stays empty and the form keeps working.
    show().catch(() => setAddress(null));
    return () => {
      wanted.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id]);
  return address === null ? null : <img src={address} alt={t('logo.title')} className={styles.picture} />;
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
