import DatePicker from 'antd/es/date-picker';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import styles from './date-input.module.css';

interface CalendarProps {
  value: string | null;
  onPick: (date: string | null) => void;
  onClose: () => void;
}

const iso = 'YYYY-MM-DD';

/** The open calendar of a date field. Loaded on demand, because it needs dayjs and antd's picker. */
export default function Calendar({ value, onPick, onClose }: CalendarProps) {
  const { t } = useTranslation('shared');
  return (
    <DatePicker
      open
      autoFocus
      aria-label={t('date.pick')}
      className={styles.anchor ?? ''}
      value={value === null ? null : dayjs(value, iso)}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      onChange={(date) => {
        onPick(date === null ? null : date.format(iso));
        onClose();
      }}
    />
  );
}
