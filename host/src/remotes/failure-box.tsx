import { useTranslation } from 'react-i18next';
import css from '../plain/plain.module.css';
import { describeFailure } from './failure.ts';

interface Props {
  error: unknown;
  address: string;
  onRetry: () => void;
}

/** Says what could not be loaded. Without antd, which may be just that. */
export function FailureBox({ error, address, onRetry }: Props) {
  const { t } = useTranslation('host');
  const failure = describeFailure(error, address);
  return (
    <div role="alert" className={css.alert}>
      <strong>{t('failure.title')}</strong>
      <p>{t('failure.explanation')}</p>
      <p>
        <code>{failure.code}</code> · {failure.type} · <bdi>{failure.address}</bdi>
      </p>
      <button type="button" className={`${css.button} ${css.quiet}`} onClick={onRetry}>
        {t('failure.retry')}
      </button>
    </div>
  );
}
