import { useTranslation } from 'react-i18next';
import css from '../native-controls/native-controls.module.css';
import { describeFailure } from './failure.ts';
import { RemoteRefusal } from './remote-refusal.ts';

interface Props {
  error: unknown;
  address: string;
  onRetry: () => void;
}

/** Says what could not be loaded. Without antd, because antd may be what failed. */
export function FailureBox({ error, address, onRetry }: Props) {
  const { t } = useTranslation('host');
  const failure = describeFailure(error, address);
  const isRefused = error instanceof RemoteRefusal;
  return (
    <div role="alert" className={css.alert}>
      <strong>{t('failure.title')}</strong>
      <p>{isRefused ? t(`failure.${error.code}`, error.params) : t('failure.explanation')}</p>
      <p>
        <code>{failure.code}</code> · {failure.type} · <bdi>{failure.address}</bdi>
      </p>
      {/* A refusal stays the same while the page is open, so retrying reloads the page to get other versions. */}
      <button
        type="button"
        className={`${css.button} ${css.quiet}`}
        onClick={isRefused ? () => location.reload() : onRetry}
      >
        {t('failure.retry')}
      </button>
    </div>
  );
}
