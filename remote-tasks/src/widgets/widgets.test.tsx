import { screen, within } from '@testing-library/react';
import { dashboards } from '@daybook/contracts/dashboards';
import { timesheetApprovals } from '@daybook/contracts/tasks/time/timesheet-approvals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import en from '../locales/en.json';
import { daysAfter } from '../common/days.ts';
import Load from './load.tsx';
import Work from './work.tsx';

const texts = { tasks: en };
const work = {
  byStatus: [
    { status: 'todo' as const, count: 3 },
    { status: 'on_hold' as const, count: 1 },
  ],
  due: { overdue: 2, today: 1, week: 0, later: 1 },
};

const linkUnder = (label: string) => {
  const term = screen.getByText(label, { selector: 'dt' });
  const link = within(term.parentElement as HTMLElement).getByRole('link');
  return { count: link.textContent, to: decodeURIComponent(link.getAttribute('href') ?? '') };
};

describe('work on a dashboard', () => {
  it('shows one’s own tasks on one’s own dashboard, and links each count to a list', async () => {
    const server = fakeServer(dashboards, { work: () => work });
    await renderScreen(<Work dashboard="personal" />, { texts });
    await screen.findByText('Next 7 days');
    const late = linkUnder('Overdue');
    expect(late.count).toBe('2');
    expect(late.to).toContain(`filter[assigneeId]=${someone.id}`);
    expect(late.to).toContain(`filter[dueTo]=${daysAfter(today(), -1)}`);
    expect(late.to).not.toContain('completed');
    expect(server.requests.at(-1)?.input).toMatchObject({ mine: 'true' });
  });

  it('counts the weeks that await one’s approval, and links them', async () => {
    fakeServer(dashboards, { work: () => work }).also(timesheetApprovals, {
      total: () => ({ total: 3, isCapped: false }),
    });
    await renderScreen(<Work dashboard="personal" />, { texts });
    await screen.findByText('Weeks to approve');
    expect(linkUnder('Weeks to approve')).toMatchObject({ count: '3', to: '/app/time/weeks' });
  });

  it('shows everybody’s tasks on the firm’s dashboard', async () => {
    const server = fakeServer(dashboards, { work: () => work });
    await renderScreen(<Work dashboard="firm" />, { texts });
    await screen.findByText('Next 7 days');
    expect(linkUnder('Due today').to).not.toContain('assigneeId');
    expect(server.requests.at(-1)?.input).toMatchObject({ mine: 'false' });
  });

  it('shows no empty chart, and groups large numbers', async () => {
    const none = work.byStatus.map(({ status }) => ({ status, count: 0 }));
    fakeServer(dashboards, { work: () => ({ byStatus: none, due: { ...work.due, later: 1234 } }) });
    await renderScreen(<Work dashboard="firm" />, { texts });
    expect(await screen.findByText('Nothing to show here yet.')).toBeVisible();
    expect(screen.queryByRole('table', { hidden: true })).not.toBeInTheDocument();
    expect(linkUnder('Later').count).toBe('1,234');
  });

  it('shows tasks by person with late ones apart, also as a table', async () => {
    const person = { id: someone.id, label: 'Asha Rao' };
    fakeServer(dashboards, { load: () => ({ rows: [{ person, open: 7, overdue: 2 }] }) });
    await renderScreen(<Load />, { texts });
    const table = await screen.findByRole('table', { hidden: true });
    const links = within(table).getAllByRole('link', { hidden: true });
    expect(links.map((link) => link.textContent)).toEqual(['7', '2']);
    expect(decodeURIComponent(links[1]?.getAttribute('href') ?? '')).toContain(
      `filter[assigneeId]=${person.id}`,
    );
  });
});
