import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { download } from '@daybook/shared/call';
import { useSave } from '@daybook/shared/form/use-save';
import { LogoPicker } from '../logo-picker.tsx';
import styles from './entity.module.css';

export default function LogoFields({ id, hasLogo }: { id: string; hasLogo: boolean }) {
  const { t } = useTranslation('settings');
  const { save, isSaving } = useSave(billingEntities.putLogo);
  const [changes, setChanges] = useState(0);
  const put = async (image: string | null) => {
    await save({ id, image });
    setChanges((before) => before + 1);
  };
  return (
    <LogoPicker
      explanation={t('logo.explanation')}
      picture={hasLogo ? <Logo key={changes} id={id} /> : null}
      isSaving={isSaving}
      onPut={put}
    />
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
