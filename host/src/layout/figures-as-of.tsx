import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useOldestFigures } from '@daybook/shared/figures-as-of';
import { dateFormat } from '@daybook/shared/formats';
import { formatLocale } from '@daybook/shared/i18n';
import css from './figures-as-of.module.css';

/** Says as of when the report on the screen is, if not as of now (docs/rules.md#reports-from-a-replica). */
export function FiguresAsOf() {
  const { t } = useTranslation('host');
  // Another page has other figures.
  useLocation();
  const asOf = useOldestFigures();
  return (
    <output className={css.sentence}>
      {asOf !== null &&
        t('figuresAsOf', {
          time: dateFormat(formatLocale(), { timeStyle: 'short' }).format(new Date(asOf)),
        })}
    </output>
  );
}
