import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { otherDrafts } from '@daybook/shared/drafts';
import { instantDateText } from '../record/date-text.tsx';
import styles from './form-screen.module.css';

/** Offers drafts of this form that began with another query. They are never filled in automatically, because they may be for another client. */
export default function OtherDrafts({ address }: { address: string }) {
  const { t } = useTranslation('shared');
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState(() => otherDrafts(address));
  return drafts.map((draft) => {
    const { title, about, begunAt } = draft;
    const date = instantDateText(begunAt);
    const discard = () => {
      draft.drop();
      setDrafts(drafts.filter((one) => one !== draft));
    };
    return (
      <Alert
        key={draft.address}
        type="info"
        showIcon
        title={about === '' ? t('form.begun', { title, date }) : t('form.begunFor', { title, about, date })}
        action={
          <div className={styles.choices}>
            <Button onClick={() => void navigate(draft.address)}>{t('form.continue')}</Button>
            <Button type="text" onClick={discard}>
              {t('leave.discard')}
            </Button>
          </div>
        }
      />
    );
  });
}
