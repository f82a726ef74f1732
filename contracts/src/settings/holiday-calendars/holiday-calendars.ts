import { z } from 'zod';
import { endpoint, fileOutput } from '../../endpoint.ts';
import {
  ById,
  CountryCode,
  OwnId,
  PlainDate,
  RegionCode,
  Uuid,
  Version,
  requiredText,
} from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';

/** Days of one calendar that are brought in one go. */
export const mostImportedDays = 2000;
/** Of a file of iCalendar. */
export const maxCalendarBytes = 1_048_576;
/** A yearly event of a file is a day of this year and of so many years to come. */
export const yearsAhead = 3;

/** ISO 8601: Monday is 1. */
export const Weekday = z.int().min(1).max(7);

/** A week has a day that is worked. */
const Weekend = z
  .array(Weekday)
  .max(6)
  .transform((days) => [...new Set(days)].toSorted((a, b) => a - b))
  .default([6, 7]);

const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);

const fields = {
  name: requiredText(120),
  country: optional(CountryCode),
  /** ISO 3166-2, of that country. */
  regionCode: optional(RegionCode),
  weekend: Weekend,
};

/** The days on which nobody works in a place, by which due days are moved. */
export const HolidayCalendar = z.object({
  id: Uuid,
  version: Version,
  name: z.string(),
  country: z.string().nullable(),
  regionCode: z.string().nullable(),
  weekend: z.array(Weekday),
  active: z.boolean(),
  /** The years in which it has days, the latest first. */
  years: z.array(z.object({ year: z.int(), days: z.int() })),
});
export type HolidayCalendar = z.infer<typeof HolidayCalendar>;

export const Holiday = z.strictObject({ day: PlainDate, name: requiredText(200) });
export type Holiday = z.infer<typeof Holiday>;

/** What would become of a day of a file: `past` ones are before today, and are brought only when asked for. */
export const ReadHoliday = z.object({
  day: PlainDate,
  name: z.string(),
  outcome: z.enum(['new', 'present', 'past']),
});
export type ReadHoliday = z.infer<typeof ReadHoliday>;

const CalendarListQuery = listQuery(['name', '-name'], { active: z.stringbool(), country: CountryCode });

const Year = z.int().min(1900).max(2199);
const Brought = z.object({ calendar: HolidayCalendar, added: z.int(), present: z.int() });

/** Calendars are the firm's rules as its other settings are: `setting` keeps them; whoever signs in picks one by lookup. */
const any = { allow: 'setting' } as const;

export const holidayCalendars = {
  /** The file has the days of the calendars that the filter finds, one a row. */
  ...listEndpoints('/holiday-calendars', 'setting', {
    query: CalendarListQuery,
    row: HolidayCalendar,
    total: ListTotal,
  }),
  open: openEndpoint('/holiday-calendars', 'setting', HolidayCalendar),
  create: createEndpoint('/holiday-calendars', 'setting', {
    input: z.object({ id: OwnId, ...fields }),
    output: HolidayCalendar,
  }),
  edit: editEndpoint('/holiday-calendars', 'setting', {
    input: ById.extend(fields).extend({ active: z.boolean() }),
    output: HolidayCalendar,
  }),
  /** Only one that no rule names; its days go with it. */
  remove: removeEndpoint('/holiday-calendars', 'setting'),
  days: endpoint({
    ...any,
    method: 'GET',
    path: '/holiday-calendars/:id/days',
    input: ById.extend({ year: z.coerce.number().pipe(Year) }),
    output: z.object({ days: z.array(Holiday) }),
  }),
  addDay: endpoint({
    ...any,
    method: 'POST',
    path: '/holiday-calendars/:id/days',
    versioned: true,
    input: ById.extend(Holiday.shape),
    output: HolidayCalendar,
  }),
  /** `was` is the day that it was until now. */
  editDay: endpoint({
    ...any,
    method: 'PATCH',
    path: '/holiday-calendars/:id/days/:was',
    versioned: true,
    input: ById.extend(Holiday.shape).extend({ was: PlainDate }),
    output: HolidayCalendar,
  }),
  removeDay: endpoint({
    ...any,
    method: 'DELETE',
    path: '/holiday-calendars/:id/days/:day',
    versioned: true,
    input: ById.extend({ day: PlainDate }),
    output: HolidayCalendar,
  }),
  /** Every day of a year that the next one has not yet, under the same day and month; 29 February only where there is one. */
  copyYear: endpoint({
    ...any,
    method: 'POST',
    path: '/holiday-calendars/:id/copy-year',
    versioned: true,
    input: ById.extend({ year: Year.max(2198) }),
    output: Brought,
  }),
  /** What `bring` could take of a file of iCalendar; stores nothing. `left` are events whose rule is beyond what is read. */
  readFile: endpoint({
    ...any,
    method: 'POST',
    path: '/holiday-calendars/:id/read-file',
    upload: true,
    reads: true,
    input: ById,
    output: z.object({ days: z.array(ReadHoliday), left: z.array(z.string()) }),
  }),
  /** Days that are there already stay as they are. */
  bring: endpoint({
    ...any,
    method: 'POST',
    path: '/holiday-calendars/:id/bring',
    versioned: true,
    input: ById.extend({ days: z.array(Holiday).min(1).max(mostImportedDays) }),
    output: Brought,
  }),
  /** All its days as a file of iCalendar. */
  file: endpoint({
    ...any,
    method: 'GET',
    path: '/holiday-calendars/:id/file',
    file: true,
    input: ById,
    output: fileOutput,
  }),
};
