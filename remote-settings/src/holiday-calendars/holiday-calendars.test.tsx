import { screen, waitFor } from '@testing-library/react';
import { history } from '@daybook/contracts/history';
import { refuseField } from '@daybook/contracts/refusals';
import {
  holidayCalendars,
  type HolidayCalendar,
} from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import CalendarList from './calendar-list.tsx';
import EditCalendar from './edit-calendar.tsx';

const year = Number(today().slice(0, 4));
const india: HolidayCalendar = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  version: 4,
  name: 'Mumbai',
  country: 'IN',
  regionCode: 'IN-MH',
  weekend: [6, 7],
  active: true,
  years: [{ year, days: 1 }],
};
const edit = { path: `/edit/${india.id}`, route: '/edit/:id', texts: { settings: en } };

beforeEach(() => sessionStorage.clear());

const served = () =>
  fakeServer(holidayCalendars, {
    open: () => india,
    days: () => ({ days: [{ day: `${year}-01-26`, name: 'Republic Day' }] }),
    addDay: () => {
      throw refuseField('ALREADY_EXISTS', 'day');
    },
    removeDay: () => india,
    copyYear: () => ({ calendar: india, added: 1, present: 0 }),
    readFile: () => ({
      days: [
        { day: `${year}-01-01`, name: 'New Year', outcome: 'past' as const },
        { day: `${year}-01-26`, name: 'Republic Day', outcome: 'present' as const },
        { day: `${year + 1}-01-01`, name: 'Next New Year', outcome: 'new' as const },
      ],
      left: ['Lunch'],
    }),
    bring: () => ({ calendar: india, added: 2, present: 0 }),
  }).also(history, { of: () => ({ events: [], earlier: null }) });

describe('holiday calendars', () => {
  it.each([
    ['en', en, 'Holiday calendars', 'India'],
    ['zh', zh, '节假日日历', '印度'],
    ['fr', fr, 'Calendriers des jours fériés', 'Inde'],
    ['ja', ja, '休日カレンダー', 'インド'],
  ] as const)('are listed in %s', async (language, own, title, country) => {
    fakeServer(holidayCalendars, {
      list: () => ({ rows: [india], pageSize: 20, next: null, previous: null }),
      total: () => ({ total: 1, isCapped: false }),
    });
    await renderScreen(<CalendarList />, { language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: 'Mumbai' })).toBeVisible();
    expect(screen.getByText(country)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });

  it('show the days of a year, which can be removed and copied at the version that was seen', async () => {
    const server = served();
    const { user } = await renderScreen(<EditCalendar />, edit);
    await user.click(await screen.findByRole('button', { name: 'Remove Republic Day' }));
    await user.click(screen.getAllByRole('button', { name: 'Delete' }).at(-1) as HTMLElement);
    await waitFor(() =>
      expect(server.requestsTo(holidayCalendars.removeDay)[0]).toMatchObject({
        version: 4,
        input: { day: `${year}-01-26` },
      }),
    );
    await user.click(screen.getByRole('button', { name: `Copy to ${year + 1}` }));
    await user.click(screen.getAllByRole('button', { name: `Copy to ${year + 1}` }).at(-1) as HTMLElement);
    await waitFor(() =>
      expect(server.requestsTo(holidayCalendars.copyYear)[0]).toMatchObject({ version: 4, input: { year } }),
    );
  });

  it('preview a file first, and import new days, with past ones on request', async () => {
    const server = served();
    const { user } = await renderScreen(<EditCalendar />, edit);
    const file = new File(['BEGIN:VCALENDAR'], 'india.ics', { type: 'text/calendar' });
    await user.upload(await screen.findByLabelText('Import .ics', { selector: 'input' }), file);
    expect(await screen.findByText('Holidays in india.ics')).toBeVisible();
    expect(screen.getByText(/Lunch/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add 1 day' })).toBeEnabled();
    await user.click(screen.getByRole('checkbox', { name: 'Include past days' }));
    await user.click(screen.getByRole('button', { name: 'Add 2 days' }));
    await waitFor(() =>
      expect(server.requestsTo(holidayCalendars.bring)[0]).toMatchObject({
        version: 4,
        input: { days: [{ name: 'New Year' }, { name: 'Next New Year' }] },
      }),
    );
  });
});
