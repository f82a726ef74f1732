import { useTranslation } from 'react-i18next';
import { pauseReasons, seriesStatuses, type SeriesStatus } from '@daybook/contracts/recurrence/series-status';
import { barFilters } from '../list/bar-filters.tsx';
import type { BarFilter } from '../list/filter-bar.tsx';

interface Filter {
  status?: SeriesStatus | undefined;
  pausedFor?: (typeof pauseReasons)[number] | undefined;
}

/** The filters of every list of series: the status, and the reason of a pause. */
export function useSeriesFilters(
  list: { filter: Readonly<Partial<Filter>>; setFilter: (patch: Partial<Filter>) => void },
  statusLabel: string,
): readonly [status: BarFilter<Filter>, pausedFor: BarFilter<Filter>] {
  const { t } = useTranslation('series');
  const { choice } = barFilters(list);
  return [
    choice(
      'status',
      statusLabel,
      seriesStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
    ),
    choice(
      'pausedFor',
      t('pausedBecause'),
      pauseReasons.map((value) => ({ value, label: t(`pausedFor.${value}`) })),
    ),
  ];
}
