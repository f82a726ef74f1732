import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
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

/** The most days that one import adds to a calendar. */
export const mostImportedDays = 2000;
/** The largest iCalendar file. */
export const maxCalendarBytes = 1_048_576;
/** A yearly event of a file is imported for this year and this number of following years. */
export const yearsAhead = 3;

/** ISO 8601: Monday is 1. */
export const Weekday = z.int().min(1).max(7);

/** A week must have a working day. */
const Weekend = z
  .array(Weekday)
  .max(6)
  .transform((days) => [...new Set(days)].toSorted((a, b) => a - b))
  .default([6, 7]);

const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);

const fields = {
  name: requiredText(120),
  country: optional(CountryCode),
  /** An ISO 3166-2 region of the country. */
  regionCode: optional(RegionCode),
  weekend: Weekend,
};

/** The days off of a place, which move due dates. */
export const HolidayCalendar = z.object({
  id: Uuid,
  version: Version,
  name: z.string(),
  country: z.string().nullable(),
  regionCode: z.string().nullable(),
  weekend: z.array(Weekday),
  active: z.boolean(),
  /** The years that have days, latest first. */
  years: z.array(z.object({ year: z.int(), days: z.int() })),
});
export type HolidayCalendar = z.infer<typeof HolidayCalendar>;

export const Holiday = z.strictObject({ day: PlainDate, name: requiredText(200) });
export type Holiday = z.infer<typeof Holiday>;

/** What would happen to a day of a file. Days before today are `past` and are imported only on request. */
export const ReadHoliday = z.object({
  day: PlainDate,
  name: z.string(),
  outcome: z.enum(['new', 'present', 'past']),
});
export type ReadHoliday = z.infer<typeof ReadHoliday>;

const CalendarListQuery = listQuery(['name', '-name'], { active: z.stringbool(), country: CountryCode });

const Year = z.int().min(1900).max(2199);
const Brought = z.object({ calendar: HolidayCalendar, added: z.int(), present: z.int() });

/** Calendars need the permission `setting`. Everybody who is signed in can choose one through the lookup. */
const any = { allow: 'setting' } as const;

export const holidayCalendars = {
  /** The export has the days of the calendars that the filter finds, one day a row. */
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
  /** Deletes a calendar that no rule uses; its days are removed with it. */
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
  /** Changes a day. `was` is its date before the change. */
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
  /** Copies each day of a year to the next one, unless the next year already has it; 29 February only to a leap year. */
  copyYear: endpoint({
    ...any,
    method: 'POST',
    path: '/holiday-calendars/:id/copy-year',
    versioned: true,
    input: ById.extend({ year: Year.max(2198) }),
    output: Brought,
  }),
  /** The days of an iCalendar file that `bring` could import; stores nothing. `left` are the events with an unsupported rule. */
  readFile: endpoint({
    ...any,
    method: 'POST',
    path: '/holiday-calendars/:id/read-file',
    upload: true,
    reads: true,
    input: ById,
    output: z.object({ days: z.array(ReadHoliday), left: z.array(z.string()) }),
  }),
  /** Imports days. Existing days stay as they are. */
  bring: endpoint({
    ...any,
    method: 'POST',
    path: '/holiday-calendars/:id/bring',
    versioned: true,
    input: ById.extend({ days: z.array(Holiday).min(1).max(mostImportedDays) }),
    output: Brought,
  }),
  /** All days of the calendar as an iCalendar file. */
  file: endpoint({
    ...any,
    method: 'GET',
    path: '/holiday-calendars/:id/file',
    file: true,
    input: ById,
    output: fileOutput,
  }),
};
