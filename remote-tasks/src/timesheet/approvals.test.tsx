import { screen, waitFor, within } from '@testing-library/react';
import { mostInBulk, type Outcome } from '@daybook/contracts/bulk';
import {
  timesheetApprovals,
  type TimesheetApproval,
} from '@daybook/contracts/tasks/time/timesheet-approvals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import { idOf } from '../test/task-records.ts';
import ApprovalsList from './approvals-list.tsx';

const week = (number: number, name: string, more: Partial<TimesheetApproval> = {}): TimesheetApproval => ({
  id: idOf(number),
  version: 3,
  person: { id: idOf(300 + number), label: name },
  departments: [{ id: idOf(400), label: 'Audit' }],
  weekOn: '2026-03-02',
  status: 'submitted',
  submittedAt: '2026-03-09T08:00:00Z',
  minutes: 2280,
  missingMinutes: 120,
  decidedBy: null,
  reason: null,
  ...more,
});
const weeks = [week(1, 'Ada'), week(2, 'Ben')];
const at = { path: '/app/time/weeks', route: '/app/time/weeks', texts: { tasks: en } };

const serve = (
  rows: TimesheetApproval[],
  answers: Partial<Parameters<typeof fakeServer<typeof timesheetApprovals>>[1]> = {},
) =>
  fakeServer(timesheetApprovals, {
    list: () => ({ rows, pageSize: 20, next: null, previous: null }),
    total: () => ({ total: rows.length, isCapped: false }),
    ...answers,
  });
const changed = ({ id, version }: { id: string; version: number }): Outcome => ({
  id,
  outcome: 'changed',
  version: version + 1,
});
const tick = async (user: Awaited<ReturnType<typeof renderScreen>>['user'], name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('tr');
  await user.click(within(row as HTMLElement).getByRole('checkbox'));
};

describe('the weeks to approve', () => {
  it.each([
    ['en', en, 'Weeks to approve'],
    ['zh', zh, '待批准的周工时'],
    ['fr', fr, 'Semaines à approuver'],
    ['ja', ja, '承認する週'],
  ] as const)('are listed with their time in %s, and each opens', async (language, own, title) => {
    serve(weeks);
    await renderScreen(<ApprovalsList />, { ...at, language, texts: { tasks: own } });
    const link = await screen.findByRole('link', { name: 'Ada' });
    expect(link).toHaveAttribute('href', `/app/time/week?week=2026-03-02&person=${idOf(301)}`);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(screen.getAllByText('38:00')[0]).toBeVisible();
    expect(screen.getAllByText('2:00')[0]).toBeVisible();
  });

  it('are those that await approval, until another state is chosen', async () => {
    const server = serve([]);
    const { user } = await renderScreen(<ApprovalsList />, at);
    expect(await screen.findByText('No week awaits your approval.')).toBeVisible();
    await user.click(screen.getByText('Returned'));
    await waitFor(() =>
      expect(server.requestsTo(timesheetApprovals.list).at(-1)?.input.filter).toEqual({ state: 'open' }),
    );
    expect(server.requestsTo(timesheetApprovals.list)[0]?.input.filter ?? {}).toEqual({});
  });

  it('are approved together, and a refused one is named with the reason', async () => {
    const server = serve(weeks, {
      approve: ({ input }) => ({
        results: input.weeks.map((one) =>
          one.id === idOf(2)
            ? {
                id: one.id,
                outcome: 'refused',
                refused: { code: 'VERSION_CONFLICT', message: 'It changed.' },
              }
            : changed(one),
        ),
      }),
    });
    const { user } = await renderScreen(<ApprovalsList />, at);
    await tick(user, 'Ada');
    await tick(user, 'Ben');
    expect(await screen.findByText('2 weeks selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Approve 2 weeks?')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    const rest = (await screen.findByText('1 week stays as it is')).closest('[role="dialog"]');
    const left = within(rest as HTMLElement);
    expect(left.getByRole('listitem')).toHaveTextContent(/^Ben, .+: It changed\.$/);
    expect(server.requestsTo(timesheetApprovals.approve)[0]?.input).toEqual({
      weeks: [
        { id: idOf(1), version: 3 },
        { id: idOf(2), version: 3 },
      ],
    });
    await user.click(left.getByText('Close'));
    await waitFor(() => expect(screen.queryByText('2 weeks selected')).not.toBeInTheDocument());
  });

  it('are approved in two calls if they are more than one call takes', async () => {
    const many = Array.from({ length: mostInBulk + 1 }, (_one, nth) => week(nth + 1, `Person ${nth + 1}`));
    const server = serve(many, { approve: ({ input }) => ({ results: input.weeks.map(changed) }) });
    const { user } = await renderScreen(<ApprovalsList />, at);
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    expect(await screen.findByText('101 weeks selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = (await screen.findByText('Approve 101 weeks?')).closest('[role="dialog"]');
    await user.click(within(dialog as HTMLElement).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByText('101 weeks selected')).not.toBeInTheDocument());
    const calls = server.requestsTo(timesheetApprovals.approve);
    expect(calls.map(({ input }) => (input.weeks as unknown[]).length)).toEqual([100, 1]);
  });

  it('are returned together with a reason', async () => {
    const server = serve([week(1, 'Ada', { status: 'approved' }), week(2, 'Ben', { status: 'open' })], {
      return: ({ input }) => ({ results: input.weeks.map(changed) }),
    });
    const { user } = await renderScreen(<ApprovalsList />, at);
    await tick(user, 'Ada');
    await tick(user, 'Ben');
    expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Return' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Return 1 week')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Return' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), 'Friday is missing');
    await user.click(dialog.getByRole('button', { name: 'Return' }));
    await waitFor(() =>
      expect(server.requestsTo(timesheetApprovals.return)[0]?.input).toEqual({
        weeks: [{ id: idOf(1), version: 3 }],
        reason: 'Friday is missing',
      }),
    );
    await waitFor(() => expect(screen.queryByText('2 weeks selected')).not.toBeInTheDocument());
  });
});
