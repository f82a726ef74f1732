import { z } from 'zod';
import { PlainDate, Uuid, requiredText } from '../fields.ts';
import { isTimezone } from '../settings/billing-entities/timezones.ts';
import { unknownTokens } from './period.ts';
import { RecurrenceRule } from './rule.ts';

export const seriesStatuses = ['active', 'paused', 'completed', 'cancelled'] as const;
export type SeriesStatus = (typeof seriesStatuses)[number];
export const pauseReasons = ['person', 'failures', 'missed', 'client'] as const;
/** So many missed periods are made up for in one go. */
export const mostMissed = 24;

export const catchUps = ['all', 'latest', 'ask'] as const;

/** A text in which a period is written out; a name in braces that means nothing is refused. */
export const withTokens = (max: number) =>
  requiredText(max).refine((text) => unknownTokens(text).length === 0, 'TOKEN_UNKNOWN');

/** No series begins earlier or lives longer: what its days are about, and where days off put them, are dates too. */
export const seriesDays = { min: '1950-01-01', max: '2150-12-31' };
export const SeriesDay = PlainDate.refine(
  // What is no date, or out of all dates, is said already.
  (value) => !/^(19|20|21)\d{2}-/.test(value) || (value >= seriesDays.min && value <= seriesDays.max),
  'DATE_RANGE',
);

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** What every series has, whatever it makes. */
export const seriesFields = {
  clientId: Uuid,
  title: withTokens(200),
  rule: RecurrenceRule,
  /** Opens the series, and sets which weeks, months or years an interval counts; never moved by a run. */
  startsOn: SeriesDay,
  ends: z.enum(['never', 'until', 'count']).default('never'),
  endsOn: absent(SeriesDay),
  endsAfter: absent(z.int().min(1).max(1000)),
  /** Whose day it is; that of the client's billing entity when absent. */
  zone: absent(z.string().max(64).refine(isTimezone, 'ZONE_UNKNOWN')),
};

const Fields = z.object(seriesFields);
export type SeriesFields = z.output<typeof Fields>;
