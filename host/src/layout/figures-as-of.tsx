import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { figuresAsOf } from '@daybook/shared/figures-as-of';
import { dateFormat } from '@daybook/shared/formats';
import { formatLocale } from '@daybook/shared/i18n';
import { queryClient } from '@daybook/shared/query-client';
import { shownOf } from '@daybook/shared/read/use-read';
import css from './figures-as-of.module.css';

const reads = queryClient.getQueryCache();

/** The instant of the oldest figures that are shown; null while all are those of now. */
const oldestShown = (): string | null =>
  reads
    .getAll()
    .flatMap(({ observers }) => observers.map((shown) => figuresAsOf(shownOf(shown.getCurrentResult()).data)))
    .filter((asOf) => asOf !== null)
    .toSorted()
    .at(0) ?? null;

const onRead = (tell: () => void) => reads.subscribe(tell);

/** Says as of when the report on the screen is, if not as of now (docs/rules.md#reports-from-a-replica). */
export function FiguresAsOf() {
  const { t } = useTranslation('host');
  const asOf = useSyncExternalStore(onRead, oldestShown);
  return (
    <output className={css.sentence}>
      {asOf !== null &&
        t('figuresAsOf', {
          time: dateFormat(formatLocale(), { timeStyle: 'short' }).format(new Date(asOf)),
        })}
    </output>
  );
}
