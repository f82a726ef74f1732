// Apart from series.ts, because lists of clients need these words and not the rules of series.

export const seriesStatuses = ['active', 'paused', 'completed', 'cancelled'] as const;
export type SeriesStatus = (typeof seriesStatuses)[number];
export const pauseReasons = ['person', 'failures', 'missed', 'client'] as const;
