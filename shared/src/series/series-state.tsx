import { useTranslation } from 'react-i18next';
import type { pauseReasons, SeriesState } from '@daybook/contracts/recurrence/series';
import { StatusTag, type Tone } from '../record/status-tag.tsx';

const tones: Record<SeriesState, Tone> = {
  active: 'info',
  paused: 'waiting',
  completed: 'done',
  cancelled: 'draft',
};

interface Standing {
  state: SeriesState;
  pausedFor: (typeof pauseReasons)[number] | null;
}

/** Where a series stands, and of a paused one why. */
export function useStateWords(): (series: Standing) => string {
  const { t } = useTranslation('series');
  return ({ state, pausedFor }) => (pausedFor === null ? t(`state.${state}`) : t(`rests.${pausedFor}`));
}

export function SeriesStateTag({ series }: { series: Standing }) {
  return <StatusTag tone={tones[series.state]}>{useStateWords()(series)}</StatusTag>;
}
