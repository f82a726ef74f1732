import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { listPath, recordPath } from '@daybook/contracts/entities';
import { InstantText } from '@daybook/shared/record/date-text';
import { useMe } from '@daybook/shared/session';
import css from './admin-banners.module.css';

/** Tells admins that nothing is sent or created by itself (docs/rules.md#held-installation). */
function HeldBanner({ since }: { since: string }) {
  const { t } = useTranslation('personal');
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

/** Tells admins that the last ledger check has findings (docs/rules.md#the-books-are-checked). */
function BooksBanner({ count }: { count: number }) {
  const { t } = useTranslation('personal');
  return (
    <Alert
      className={css.banner ?? ''}
      type="error"
      showIcon
      title={t('books.title', { count })}
      description={
        <>
          {t('books.means')} <Link to={recordPath('book_check', '')}>{t('books.open')}</Link>
        </>
      }
    />
  );
}

/** What stands above every page of an admin until somebody has seen to it. */
export default function AdminBanners() {
  const me = useMe();
  const count = me?.bookFindings ?? 0;
  return (
    <>
      {typeof me?.heldSince === 'string' && <HeldBanner since={me.heldSince} />}
      {count > 0 && <BooksBanner count={count} />}
    </>
  );
}
