import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocale } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import type CalendarBlock from './calendar.tsx';
import { datePattern, formatShort, parseDate } from '@daybook/contracts/date-entry';
import { TypedInput, type FieldControl } from './typed-input.tsx';
import styles from './date-input.module.css';

interface DateInputProps extends FieldControl<string | null> {
  /** Called after `onChange` when the field is left or confirmed with Enter, and with the day that was picked in the calendar. */
  onSettled?: (picked?: string | null) => void;
  id?: string;
  disabled?: boolean;
  /** By default the date pattern of the locale. */
  placeholder?: string;
  'aria-label'?: string;
}

/**
 * A date, typed or picked, with ISO text as its value. The text field is written here, because antd's takes each keystroke
 * for a complete date ("2026/3/3" on the way to the 31st) and overwrites what is being typed.
 */
export function DateInput({ value, onChange, onSettled, ...rest }: DateInputProps) {
  const { t } = useTranslation('shared');
  const [Calendar, setCalendar] = useState<typeof CalendarBlock | null>(null);
  const locale = formatLocale();
  const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const letters = { day: t('date.day'), month: t('date.month'), year: t('date.year') };
  const close = () => setCalendar(null);
  // If the calendar cannot be loaded, the date can still be typed.
  const open = () => {
    import('./calendar.tsx').then(
      ({ default: loaded }) => setCalendar(() => loaded),
      () => notify.failure(t('refusal.NETWORK')),
    );
  };
  return (
    <span className={styles.box}>
      <TypedInput<string>
        placeholder={datePattern(locale, letters)}
        {...rest}
        value={value}
        {...(onChange && { onChange })}
        align="start"
        takesEnter
        inputMode="text"
        parse={(text) => parseDate(text, locale)}
        format={(date) => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? formatShort(date, locale) : date)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') open();
          if (event.key === 'Enter') onSettled?.();
        }}
        onBlur={() => onSettled?.()}
        suffix={
          <Button
            type="text"
            size="small"
            icon={<CalendarOutlined />}
            aria-label={t('date.pick')}
            disabled={rest.disabled ?? false}
            tabIndex={-1}
            onClick={() => (Calendar === null ? open() : close())}
          />
        }
      />
      {Calendar && (
        <Calendar
          value={isDate ? value : null}
          onPick={(date) => {
            onChange?.(date);
            onSettled?.(date);
          }}
          onClose={close}
        />
      )}
    </span>
  );
}
