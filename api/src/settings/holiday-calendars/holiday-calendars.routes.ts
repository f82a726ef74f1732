import type { FastifyReply } from 'fastify';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import type { Db } from '../../db/database.ts';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { todaysDate } from '../todays-date.ts';
import { calendarFile, compared, readCalendarFile } from './calendar-files.ts';
import { holidayExport } from './holiday-calendars.export.ts';
import {
  countHolidayCalendars,
  daysOf,
  getHolidayCalendar,
  listHolidayCalendars,
} from './holiday-calendars.queries.ts';
import {
  addDay,
  bringDays,
  createHolidayCalendar,
  editDay,
  editHolidayCalendar,
  removeDay,
  removeHolidayCalendar,
} from './save-holiday-calendar.ts';

/** A region must belong to the calendar’s country. */
function checkRegion({ country, regionCode }: { country: string | null; regionCode: string | null }): void {
  if (regionCode !== null && !regionCode.startsWith(`${country}-`))
    throw refuseField('INPUT_INVALID', 'regionCode', {}, 'NOT_A_CHOICE');
}

type ListInput = ParsedInputOf<typeof holidayCalendars.list>;

async function exportedDays(db: Db, input: ListInput) {
  const page = await listHolidayCalendars(db, input);
  const rows = await Promise.all(
    page.rows.map(async (calendar) => {
      const days = await daysOf(db, calendar.id);
      return days.length === 0
        ? [{ calendar, holiday: null }]
        : days.map((holiday) => ({ calendar, holiday }));
    }),
  );
  return { ...page, rows: rows.flat() };
}

async function sendFile(db: Db, id: string, reply: FastifyReply) {
  const calendar = await getHolidayCalendar(db, id);
  const file = calendarFile(calendar, await daysOf(db, id), new Date());
  void reply.header('Content-Disposition', 'attachment; filename="holidays.ics"');
  return reply.type('text/calendar; charset=utf-8').send(file);
}

/** The days of a year moved to the next; 29 February rarely exists there. */
const inNextYear = (year: number) => (day: string) => {
  const next = `${year + 1}${day.slice(4)}`;
  return new Date(`${next}T00:00:00Z`).toISOString().startsWith(next) ? next : null;
};

export const holidayCalendarsRoutes = implement(
  'holiday_calendars',
  holidayCalendars,
)({
  list: ({ db, input }) => listHolidayCalendars(db, input),
  total: ({ db, input }) => countHolidayCalendars(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => exportedDays(db, { ...input, pageSize: 20, cursor }),
      holidayExport(language),
    ),
  open: ({ db, input }) => getHolidayCalendar(db, input.id),
  create: async ({ db, input }) => {
    checkRegion(input);
    return createHolidayCalendar(db, input);
  },
  edit: async ({ db, input, version }) => {
    checkRegion(input);
    return editHolidayCalendar(db, input, version);
  },
  remove: async ({ db, input, version }) => {
    await removeHolidayCalendar(db, input.id, version);
    return {};
  },
  days: async ({ db, input }) => {
    await getHolidayCalendar(db, input.id);
    return { days: await daysOf(db, input.id, input.year) };
  },
  addDay: ({ db, input, version }) => addDay(db, input, version),
  editDay: ({ db, input, version }) => editDay(db, input, version),
  removeDay: ({ db, input, version }) => removeDay(db, input, version),
  copyYear: async ({ db, input: { id, year }, version }) => {
    const present = await daysOf(db, id, year);
    const move = inNextYear(year);
    const days = present.flatMap(({ day, name }) => {
      const next = move(day);
      return next === null ? [] : [{ day: next, name }];
    });
    return bringDays(db, { id, days }, version);
  },
  readFile: async ({ db, input, upload }) => {
    if (upload === null) throw new Refusal('BODY_MALFORMED');
    const { country } = await getHolidayCalendar(db, input.id);
    const { days, left } = await readCalendarFile(upload, country, todaysDate());
    return { days: compared(days, await daysOf(db, input.id), todaysDate()), left };
  },
  bring: ({ db, input, version }) => bringDays(db, input, version),
  file: ({ db, input, reply }) => sendFile(db, input.id, reply),
});
