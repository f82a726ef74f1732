import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { today } from '@daybook/shared/today';
import { dateText } from '@daybook/shared/ui/date-text';

/** Says of a cheque of a later day that it is kept until then, to the form around it as well. */
export function LaterCheque({ onChange }: { onChange: (isLater: boolean) => void }) {
  const { t } = useTranslation('billing');
  const mode = Form.useWatch<string | undefined>('mode');
  const date = Form.useWatch<unknown>('receiptDate');
  const isDay = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date);
  const isLater = mode === 'cheque' && isDay && date > today();
  useEffect(() => onChange(isLater), [onChange, isLater]);
  if (!isLater) return null;
  return <Alert type="info" showIcon title={t('postdated.means', { date: dateText(date) })} />;
}
