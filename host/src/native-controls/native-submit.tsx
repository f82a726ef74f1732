import { useTranslation } from 'react-i18next';
import css from './native-controls.module.css';
import { clockOf } from './use-countdown.ts';

interface Props {
  label: string;
  isBusy: boolean;
  /** Seconds until the button may be pressed again. */
  wait?: number;
}

/** Stays focusable while it is busy or counting down. The form ignores a press in the meantime. */
export function NativeSubmit({ label, isBusy, wait = 0 }: Props) {
  const { t } = useTranslation('host');
  return (
    <button type="submit" className={`${css.button} ${css.wide}`} aria-disabled={isBusy || wait > 0}>
      {wait > 0 ? t('signIn.wait', { time: clockOf(wait) }) : label}
    </button>
  );
}
