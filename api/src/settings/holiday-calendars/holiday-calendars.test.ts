import { uuidv7 } from 'uuidv7';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import type { HolidayCalendar } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { ics } from '../../../test/files/ics.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';
import { readCalendar } from './calendar-files.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ name: 'Ada' });
});
afterAll(() => api.stop());

const make = () =>
  admin.call(holidayCalendars.create, { name: `Calendar ${uuidv7()}`, country: 'IN', regionCode: 'IN-MH' });

const add = ({ id, version }: HolidayCalendar, day: string, name: string) =>
  admin.call(holidayCalendars.addDay, { id, day, name }, { version });

const read = (id: string, file: string | Buffer) =>
  admin.inject(requestOf(holidayCalendars.readFile, { id }, { file: Buffer.from(file) }));

describe('holiday calendars', () => {
  it('are stored with their days, and each change is a version of the calendar', async () => {
    const made = await make();
    expect(made).toMatchObject({ version: 1, weekend: [6, 7], active: true, years: [] });
    const first = await add(made, '2028-02-29', 'Leap day');
    const second = await add(first, '2028-01-26', 'Republic Day');
    const { id } = made;
    expect(second).toMatchObject({ version: 3, years: [{ year: 2028, days: 2 }] });
    expect(
      await admin.refused(holidayCalendars.addDay, { id, day: '2028-01-26', name: 'Again' }, { version: 3 }),
    ).toMatchObject({ code: 'ALREADY_EXISTS', errors: { day: [{ code: 'ALREADY_EXISTS' }] } });
    expect(
      await admin.refused(holidayCalendars.addDay, { id, day: '2028-05-01', name: 'Stale' }, { version: 2 }),
    ).toMatchObject({ httpStatus: 412, data: { version: 3 } });

    const copied = await admin.call(holidayCalendars.copyYear, { id, year: 2028 }, { version: 3 });
    expect(copied).toMatchObject({
      added: 1,
      present: 0,
      calendar: {
        version: 4,
        years: [
          { year: 2029, days: 1 },
          { year: 2028, days: 2 },
        ],
      },
    });
    expect(await admin.call(holidayCalendars.copyYear, { id, year: 2028 }, { version: 4 })).toMatchObject({
      added: 0,
      present: 1,
    });
    await admin.call(
      holidayCalendars.editDay,
      { id, was: '2029-01-26', day: '2029-01-27', name: 'Moved' },
      { version: 4 },
    );
    expect(await admin.call(holidayCalendars.days, { id, year: 2029 })).toEqual({
      days: [{ day: '2029-01-27', name: 'Moved' }],
    });
    await admin.call(holidayCalendars.removeDay, { id, day: '2028-02-29' }, { version: 5 });
    expect(
      await admin.refused(holidayCalendars.removeDay, { id, day: '2028-02-29' }, { version: 6 }),
    ).toMatchObject({ code: 'NOT_FOUND' });

    const { events } = await admin.call(history.of, { kind: 'holiday_calendar', id });
    expect(
      events.map(({ action, parts }) => [action, ...parts.map(({ step, label }) => `${step} ${label}`)]),
    ).toEqual([
      ['holiday_calendars.removeDay', 'removed Leap day'],
      ['holiday_calendars.editDay', 'removed Republic Day', 'added Moved'],
      ['holiday_calendars.copyYear', 'added Republic Day'],
      ['holiday_calendars.addDay', 'added Republic Day'],
      ['holiday_calendars.addDay', 'added Leap day'],
      ['holiday_calendars.create'],
    ]);
  });

  it('have a unique name, a region of their country and at least one working day', async () => {
    const { id, name } = await make();
    const taken = { name: name.toUpperCase() };
    expect(await admin.refused(holidayCalendars.create, taken)).toMatchObject({
      errors: { name: [{ code: 'ALREADY_EXISTS' }] },
    });
    const elsewhere = { name: 'Elsewhere', country: 'FR', regionCode: 'IN-MH' };
    expect(await admin.refused(holidayCalendars.create, elsewhere)).toMatchObject({
      errors: { regionCode: [{ code: 'NOT_A_CHOICE' }] },
    });
    const never = { name: 'Never', weekend: [1, 2, 3, 4, 5, 6, 7] };
    expect((await admin.refused(holidayCalendars.create, never)).errors).toHaveProperty('weekend');
    const edited = await admin.call(
      holidayCalendars.edit,
      { id, name, country: 'AE', weekend: [7, 5, 7], active: false },
      { version: 1 },
    );
    expect(edited).toMatchObject({ weekend: [5, 7], regionCode: null, active: false });
  });

  it('cannot be deleted while a rule names them, and otherwise go with their days', async () => {
    const { id, version } = await add(await make(), '2027-08-15', 'Independence Day');
    const category = await admin.call(recurringTaskCategories.create, {
      name: `Return ${id}`,
      titleTemplate: 'Return',
      rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20', calendarId: id },
    });
    expect(category.calendar).toMatchObject({ id });
    expect(await admin.refused(holidayCalendars.remove, { id }, { version })).toMatchObject({
      code: 'REFERENCED',
    });
    await admin.call(recurringTaskCategories.remove, { id: category.id }, { version: 1 });
    await admin.call(holidayCalendars.remove, { id }, { version });
    expect(await admin.refused(holidayCalendars.days, { id, year: 2027 })).toMatchObject({ httpStatus: 404 });
  });

  it('are filled from a file: previewed first, then each day once', async () => {
    const year = new Date().getUTCFullYear() + 1;
    const calendar = await add(await make(), `${year}-05-01`, 'Labour Day');
    const { id, version } = calendar;
    const file = ics(
      `DTSTART;VALUE=DATE:${year}0501\r\nSUMMARY:May Day`,
      `DTSTART;VALUE=DATE:${year}1224\r\nDTEND;VALUE=DATE:${year}1227\r\nSUMMARY:Christmas\\, long`,
      'DTSTART;VALUE=DATE:20200101\r\nSUMMARY:Gone',
      `DTSTART;VALUE=DATE:${year}0601\r\nRRULE:FREQ=WEEKLY\r\nSUMMARY:Team lunch`,
    );
    const answer = (await read(id, file)).json<{
      data: { days: { day: string; name: string; outcome: string }[]; left: string[] };
    }>();
    expect(answer.data).toEqual({
      days: [
        { day: '2020-01-01', name: 'Gone', outcome: 'past' },
        { day: `${year}-05-01`, name: 'May Day', outcome: 'present' },
        ...[24, 25, 26].map((day) => ({ day: `${year}-12-${day}`, name: 'Christmas, long', outcome: 'new' })),
      ],
      left: ['Team lunch'],
    });
    // A preview stores nothing.
    expect(await admin.call(holidayCalendars.open, { id })).toEqual(calendar);
    const days = answer.data.days.map(({ day, name }) => ({ day, name }));
    expect(await admin.call(holidayCalendars.bring, { id, days }, { version })).toMatchObject({
      added: 4,
      present: 1,
    });
    expect(await admin.call(holidayCalendars.days, { id, year })).toMatchObject({
      days: [{ name: 'Labour Day' }, {}, {}, {}],
    });

    const out = await admin.inject(requestOf(holidayCalendars.file, { id }));
    expect(out.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect((await readCalendar(out.body, '2019-01-01')).days).toHaveLength(5);
    const table = await admin.inject({
      url: `/api/v1/holiday-calendars/export?format=csv&q=${calendar.name.slice(9)}`,
    });
    expect(table.body.trim().split('\r\n')).toHaveLength(6);
    expect(table.body).toContain('"Christmas, long"');
  });

  it('refuse a file that is no calendar, or too large', async () => {
    const { id } = await make();
    const event = 'DTSTART;VALUE=DATE:20260101\r\nSUMMARY:A';
    const files: [string | Buffer, string][] = [
      ['%PDF-1.4', 'CALENDAR_UNREADABLE'],
      ['<html>BEGIN:VCALENDAR</html>', 'CALENDAR_UNREADABLE'],
      ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nnonsense', 'CALENDAR_UNREADABLE'],
      [Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff]), 'CALENDAR_UNREADABLE'],
      [ics(...Array.from({ length: 2001 }, () => event)), 'CALENDAR_TOO_LARGE'],
      [`BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(9000)}`, 'CALENDAR_TOO_LARGE'],
      [`BEGIN:VCALENDAR\r\n${'x'.repeat(1_048_576)}`, 'CALENDAR_TOO_LARGE'],
      [
        ics(
          ...Array.from(
            { length: 100 },
            (_none, no) =>
              `DTSTART;VALUE=DATE:20${String(no).padStart(2, '0')}0101\r\nDURATION:P31D\r\nSUMMARY:A`,
          ),
        ),
        'CALENDAR_TOO_LARGE',
      ],
    ];
    for (const [file, code] of files)
      expect((await read(id, file)).json()).toMatchObject({ status: false, code });
    const unknown = await read(uuidv7(), ics(event));
    expect(unknown.statusCode).toBe(404);
  });

  it('need the permission, and are in everybody’s pickers', async () => {
    const { id, name } = await make();
    const other = await api.as({ keys: allBut('setting') });
    expect(await other.refused(holidayCalendars.list, {})).toMatchObject({ httpStatus: 403 });
    expect(
      await other.refused(holidayCalendars.addDay, { id, day: '2027-01-01', name: 'X' }, { version: 1 }),
    ).toMatchObject({ httpStatus: 403 });
    expect(
      (await other.inject(requestOf(holidayCalendars.readFile, { id }, { file: Buffer.from('x') })))
        .statusCode,
    ).toBe(403);
    expect(await other.call(lookups.find, { kind: 'holiday_calendar', q: name })).toMatchObject([
      { id, label: name, more: { weekend: [6, 7] } },
    ]);
  });
});
