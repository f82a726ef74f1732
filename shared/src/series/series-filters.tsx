import { useTranslation } from 'react-i18next';
import { pauseReasons, seriesStatuses, type SeriesStatus } from '@daybook/contracts/recurrence/series';
import { FilterChoice } from '../list/filters.tsx';

interface Filter {
  status: SeriesStatus | undefined;
  pausedFor: (typeof pauseReasons)[number] | undefined;
}

interface SeriesFiltersProps {
  list: { filter: Readonly<Partial<Filter>>; setFilter: (patch: Partial<Filter>) => void };
  statusLabel: string;
}

/** The filters of every list of series: the status, and the reason of a pause. */
export function SeriesFilters({ list, statusLabel }: SeriesFiltersProps) {
  const { t } = useTranslation('series');
  return (
    <>
      <FilterChoice
        list={list}
        name="status"
        label={statusLabel}
        options={seriesStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <FilterChoice
        list={list}
        name="pausedFor"
        label={t('pausedBecause')}
        options={pauseReasons.map((value) => ({ value, label: t(`pausedFor.${value}`) }))}
      />
    </>
  );
}
