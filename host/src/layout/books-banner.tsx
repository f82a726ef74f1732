import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import { useMe } from '@daybook/shared/session';
import css from './held-banner.module.css';

/** Tells admins that the last ledger check has findings (docs/rules.md#the-books-are-checked). */
export default function BooksBanner() {
  const { t } = useTranslation('personal');
  const count = useMe()?.bookFindings ?? 0;
  if (count === 0) return null;
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
