import { useTranslation } from 'react-i18next';
import { SettledDate } from '@daybook/shared/inputs/settled-date';

interface ValidOnProps {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** Filters by the rates that are valid on a day. */
export function ValidOn({ value, onChange }: ValidOnProps) {
  const { t } = useTranslation('settings');
  return (
    <SettledDate
      aria-label={t('hourlyRate.on')}
      placeholder={t('hourlyRate.on')}
      value={value ?? null}
      onChange={(day) => onChange(day ?? undefined)}
    />
  );
}
