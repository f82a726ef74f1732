import { z } from 'zod';
import { PlainDate, Reference, Uuid, requiredText } from '../fields.ts';
import { isTimezone } from '../settings/billing-entities/timezones.ts';
import { unknownTokens } from './period.ts';
import { RecurrenceRule } from './rule.ts';

/** The most missed periods that are created in one call. */
export const mostMissed = 24;

export const catchUps = ['all', 'latest', 'ask'] as const;

/** A text with period tokens. An unknown name in braces is refused. */
export const withTokens = (max: number) =>
  requiredText(max).refine((text) => unknownTokens(text).length === 0, 'TOKEN_UNKNOWN');

/** Limits for the days of a series. They leave room for its periods and moved dates within the range of valid dates. */
export const seriesDays = { min: '1950-01-01', max: '2150-12-31' };
export const SeriesDay = PlainDate.refine(
  // Text that is no date, or is outside all dates, already has a code of its own.
  (value) => !/^(19|20|21)\d{2}-/.test(value) || (value >= seriesDays.min && value <= seriesDays.max),
  'DATE_RANGE',
);

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** The fields that every series has. */
export const seriesFields = {
  clientId: Uuid,
  title: withTokens(200),
  rule: RecurrenceRule,
  /** The first day of the series. It also sets which weeks, months or years an interval counts, and no run moves it. */
  startsOn: SeriesDay,
  ends: z.enum(['never', 'until', 'count']).default('never'),
  endsOn: absent(SeriesDay),
  endsAfter: absent(z.int().min(1).max(1000)),
  /** The time zone that decides when a day begins; the zone of the client's billing entity if absent. */
  zone: absent(z.string().max(64).refine(isTimezone, 'ZONE_UNKNOWN')),
};

/** The subscription that keeps the days and the end of a series, by the name of its package. While it is paused, the series rests. */
export const SubscriptionOfSeries = Reference.extend({ isPaused: z.boolean() });
export type SubscriptionOfSeries = z.infer<typeof SubscriptionOfSeries>;

const Fields = z.object(seriesFields);
export type SeriesFields = z.output<typeof Fields>;
