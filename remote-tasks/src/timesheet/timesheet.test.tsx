import { screen, waitFor, within } from '@testing-library/react';
import { Refusal } from '@daybook/contracts/refusals';
import { timeEntries, type TimeEntry } from '@daybook/contracts/tasks/time/task-time';
import { timesheets, type Timesheet } from '@daybook/contracts/tasks/time/timesheets';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import { idOf } from '../test/task-records.ts';
import TimesheetScreen from './timesheet-screen.tsx';

const cells = (...minutes: number[]) =>
  Array.from({ length: 7 }, (_none, day) => {
    const time = minutes[day] ?? 0;
    const entry = { id: idOf(60 + day), version: 2, minutes: time, billable: true, note: 'Bank' };
    return { minutes: time, entry: time === 0 ? null : entry };
  });
const accounts = { id: idOf(1), no: 'T-00001', label: 'Accounts', billable: true };
const advice = { id: idOf(2), no: 'T-00002', label: 'Advice', billable: false };

const sheet: Timesheet = {
  person: { id: someone.id, label: someone.name },
  isOwn: true,
  weekOn: '2026-03-02',
  status: 'open',
  id: null,
  version: null,
  decidedBy: null,
  reason: null,
  rows: [
    { task: accounts, client: { id: idOf(200), label: 'Dupont' }, days: cells(90) },
    { task: advice, client: null, days: cells(0, 30) },
  ],
  minutes: 120,
  missingMinutes: 2280,
  mayDecide: false,
};
/** The answer to time that is recorded in a cell of `advice`. */
const recorded: TimeEntry = {
  id: idOf(70),
  version: 1,
  task: advice,
  client: null,
  person: sheet.person,
  workedOn: '2026-03-02',
  startedAt: null,
  endedAt: null,
  minutes: 45,
  billable: false,
  note: null,
  isOwn: true,
  mayEdit: true,
};
const at = { path: '/app/time/week?week=2026-03-04', route: '/app/time/week', texts: { tasks: en } };
const cell = (name: string) => screen.findByRole('textbox', { name });
const answer = {} as never;

describe('the timesheet', () => {
  it.each([
    ['en', en, 'Timesheet', 'missing 38:00 of 40:00'],
    ['zh', zh, '周工时表', '距 40:00 尚缺 38:00'],
    ['fr', fr, 'Feuille de temps', 'il manque 38:00 sur 40:00'],
    ['ja', ja, '週の作業時間', '40:00 まであと 38:00'],
  ] as const)('shows the week and what is missing in %s', async (language, own, title, missing) => {
    const server = fakeServer(timesheets, { open: () => sheet });
    await renderScreen(<TimesheetScreen />, { ...at, language, texts: { tasks: own } });
    expect(await screen.findByText(new RegExp(missing))).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(server.requestsTo(timesheets.open)[0]?.input).toEqual({ weekOn: '2026-03-02' });
  });

  it.each([
    ['one’s own', true, '/app/time/week?week=2026-03-02'],
    ['another’s', false, `/app/time/week?week=2026-03-02&person=${someone.id}`],
  ] as const)('opens a week that a notification names: %s', async (_whose, isOwn, to) => {
    const server = fakeServer(timesheets, {
      open: () => ({ ...sheet, isOwn }),
      openById: () => ({ ...sheet, isOwn }),
    });
    const path = `/app/time/week?sheet=${idOf(301)}`;
    const { address } = await renderScreen(<TimesheetScreen />, { ...at, path });
    expect(await screen.findByText(/missing 38:00/)).toBeVisible();
    expect(address()).toBe(to);
    expect(server.requestsTo(timesheets.openById)[0]?.input).toEqual({ id: idOf(301) });
  });

  it('records, changes and removes time by keyboard, and says why time was refused', async () => {
    const server = fakeServer(timesheets, { open: () => sheet }).also(timeEntries, {
      create: () => answer,
      edit: () => answer,
      remove: () => {
        throw new Refusal('HOURS_BILLED');
      },
    });
    const { user } = await renderScreen(<TimesheetScreen />, at);
    await user.click(await cell('Accounts, Mon 2'));
    await user.keyboard('{Control>}a{/Control}2:15{Enter}');
    expect(await cell('Advice, Mon 2')).toHaveFocus();
    await user.keyboard('45{Enter}');
    expect(await cell('Accounts, Tue 3')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    const tuesday = await cell('Advice, Tue 3');
    expect(tuesday).toHaveFocus();
    await user.clear(tuesday);
    await user.tab();
    expect(await screen.findByText(/These hours are billed/)).toBeVisible();
    expect(tuesday).toHaveValue('0:30');
    expect(server.requestsTo(timeEntries.edit)[0]).toMatchObject({
      version: 2,
      input: { id: idOf(60), workedOn: '2026-03-02', minutes: 135, billable: true, note: 'Bank' },
    });
    expect(server.requestsTo(timeEntries.create)[0]?.input).toMatchObject({
      taskId: advice.id,
      workedOn: '2026-03-02',
      minutes: 45,
      billable: false,
    });
    expect(server.requestsTo(timeEntries.remove)[0]).toMatchObject({ version: 2, input: { id: idOf(61) } });
  });

  it('records time once, however often its cell is left before the week is read again', async () => {
    const server = fakeServer(timesheets, { open: () => sheet }).also(timeEntries, {
      create: () => recorded,
      edit: () => ({ ...recorded, version: 2, minutes: 50 }),
    });
    const { user } = await renderScreen(<TimesheetScreen />, at);
    await user.click(await cell('Advice, Mon 2'));
    await user.keyboard('45{ArrowDown}{ArrowUp}{ArrowDown}{ArrowUp}');
    expect(await cell('Advice, Mon 2')).toHaveValue('0:45');
    await user.keyboard('{Control>}a{/Control}50{ArrowDown}');
    await waitFor(() =>
      expect(server.requestsTo(timeEntries.edit)[0]).toMatchObject({
        version: 1,
        input: { id: idOf(70), minutes: 50 },
      }),
    );
    expect(server.requestsTo(timeEntries.create).map(({ input }) => input.minutes)).toEqual([45]);
  });

  it('takes the tasks of last week over, without their time', async () => {
    const last = {
      ...sheet,
      weekOn: '2026-02-23',
      rows: [sheet.rows[0], sheet.rows[1]] as Timesheet['rows'],
    };
    const now = { ...sheet, rows: [], minutes: 0 };
    fakeServer(timesheets, { open: ({ input }) => (input.weekOn === '2026-02-23' ? last : now) });
    const { user } = await renderScreen(<TimesheetScreen />, at);
    await user.click(await screen.findByRole('button', { name: 'Copy the tasks of last week' }));
    expect(await cell('Accounts, Mon 2')).toHaveValue('');
    expect(await cell('Advice, Tue 3')).toHaveValue('');
  });

  it('is submitted by its person', async () => {
    const server = fakeServer(timesheets, { open: () => sheet, submit: () => sheet });
    const { user } = await renderScreen(<TimesheetScreen />, at);
    await user.click(await screen.findByRole('button', { name: 'Submit the week' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Submit the week' }));
    await waitFor(() =>
      expect(server.requestsTo(timesheets.submit)[0]?.input).toEqual({ weekOn: '2026-03-02' }),
    );
  });

  it('of somebody else is only read, and returned with a reason', async () => {
    const theirs: Timesheet = {
      ...sheet,
      isOwn: false,
      person: { id: idOf(300), label: 'Ben' },
      status: 'submitted',
      id: idOf(400),
      version: 3,
      mayDecide: true,
      rows: [{ task: null, client: null, days: cells(90) }],
    };
    const server = fakeServer(timesheets, { open: () => theirs, return: () => theirs });
    const { user } = await renderScreen(<TimesheetScreen />, at);
    expect(await screen.findByText('A task that you cannot see')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Approve' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Weeks to approve' })).toHaveAttribute('href', '/app/time/weeks');
    await user.click(screen.getByRole('button', { name: 'Return' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Friday is missing');
    await user.click(dialog.getByRole('button', { name: 'Return' }));
    await waitFor(() =>
      expect(server.requestsTo(timesheets.return)[0]).toMatchObject({
        version: 3,
        input: { id: idOf(400), reason: 'Friday is missing' },
      }),
    );
  });
});
