import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { failures } from '@daybook/contracts/refusals';
import { isRefusal } from '@daybook/shared/call';
import { refusalText } from './refusal-text.tsx';

/** A failure in plain words, with a way to continue. If it is a fault of the system, the box shows the trace id for support. */
export function ErrorBox({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation('shared');
  const isOurs = isRefusal(error) && failures.includes(error.code);
  const traceId = isOurs ? error.traceId : null;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={refusalText(error)}
      description={traceId !== null && t('error.trace', { traceId })}
      action={onRetry && <Button onClick={onRetry}>{t('error.retry')}</Button>}
    />
  );
}
