import { useTranslation } from 'react-i18next';
import type { pauseReasons, SeriesStatus } from '@daybook/contracts/recurrence/series-status';
import { StatusTag, type Tone } from '../record/status-tag.tsx';

const tones: Record<SeriesStatus, Tone> = {
  active: 'info',
  paused: 'waiting',
  completed: 'done',
  cancelled: 'draft',
};

interface ShownSeries {
  status: SeriesStatus;
  pausedFor: (typeof pauseReasons)[number] | null;
}

/** The status of a series, with the reason if it is paused. */
export function useStatusText(): (series: ShownSeries) => string {
  const { t } = useTranslation('series');
  return ({ status, pausedFor }) => (pausedFor === null ? t(`status.${status}`) : t(`rests.${pausedFor}`));
}

export function SeriesStatusTag({ series }: { series: ShownSeries }) {
  return <StatusTag tone={tones[series.status]}>{useStatusText()(series)}</StatusTag>;
}
