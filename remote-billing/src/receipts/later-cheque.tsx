import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { today } from '@daybook/shared/today';
import { dateText } from '@daybook/shared/record/date-text';

const dayOf = (typed: unknown): string =>
  typeof typed === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(typed) ? typed : '';

/** The later of a cheque's receipt date and its own date, if that is in the future; null for any other payment. */
export function laterDayOf({ mode, receiptDate, instrumentDate }: Record<string, unknown>): string | null {
  const [received, own] = [dayOf(receiptDate), dayOf(instrumentDate)];
  const day = own > received ? own : received;
  return mode === 'cheque' && day > today() ? day : null;
}

/** Says that a post-dated cheque is kept until its day, and reports it to the form. */
export function LaterCheque({ onChange }: { onChange: (isLater: boolean) => void }) {
  const { t } = useTranslation('billing');
  const mode = Form.useWatch<unknown>('mode');
  const receiptDate = Form.useWatch<unknown>('receiptDate');
  const instrumentDate = Form.useWatch<unknown>('instrumentDate');
  const day = laterDayOf({ mode, receiptDate, instrumentDate });
  const isLater = day !== null;
  useEffect(() => onChange(isLater), [onChange, isLater]);
  return isLater && <Alert type="info" showIcon title={t('postdated.means', { date: dateText(day) })} />;
}
