import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { useMe } from '@daybook/shared/session';
import { InstantText } from '@daybook/shared/record/date-text';
import css from './held-banner.module.css';

/** Tells admins that nothing is sent or created by itself (docs/rules.md#held-installation). */
export default function HeldBanner() {
  const { t } = useTranslation('personal');
  const since = useMe()?.heldSince;
  if (typeof since !== 'string') return null;
  return (
    <Alert
      className={css.banner ?? ''}
      type="warning"
      showIcon
      title={
        <>
          {t('held.title')} <InstantText at={since} />
        </>
      }
      description={
        <>
          {t('held.means')} <Link to={listPath('backup')}>{t('held.open')}</Link>
        </>
      }
    />
  );
}
