import { useTranslation } from 'react-i18next';
import { pauseReasons, seriesStates, type SeriesState } from '@daybook/contracts/recurrence/series';
import { FilterChoice } from '../list/filters.tsx';

interface Filter {
  state: SeriesState | undefined;
  pausedFor: (typeof pauseReasons)[number] | undefined;
}

interface SeriesFiltersProps {
  list: { filter: Readonly<Partial<Filter>>; setFilter: (patch: Partial<Filter>) => void };
  statusLabel: string;
}

/** What every list of series can be filtered by: their status, and why they are paused. */
export function SeriesFilters({ list, statusLabel }: SeriesFiltersProps) {
  const { t } = useTranslation('series');
  return (
    <>
      <FilterChoice
        list={list}
        name="state"
        label={statusLabel}
        options={seriesStates.map((value) => ({ value, label: t(`state.${value}`) }))}
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
