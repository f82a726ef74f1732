import { screen } from '@testing-library/react';
import { history } from '@daybook/contracts/history';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { RecordHistory } from './history.tsx';

const at = '2026-03-31T10:00:00.000Z';

describe('the history of a record', () => {
  it('says who did what and when, in the person’s language', async () => {
    fakeServer(history, {
      of: async () => [
        { id: 2, at, by: '佐藤 花子', action: 'invoices.issue', changes: [] },
        { id: 1, at, by: null, action: 'invoices.somethingNew', changes: [] },
        { id: 0, at, by: null, action: 'insert', changes: [] },
      ],
    });
    await renderScreen(<RecordHistory kind="invoice" id="0b0c0a52-94f4-4f5c-9b51-2f4d1c1f2a11" />, {
      language: 'ja',
    });
    expect(await screen.findByText('発行')).toBeVisible();
    expect(screen.getByText('佐藤 花子')).toBeVisible();
    expect(screen.getByText('変更')).toBeVisible();
    expect(screen.getByText('作成')).toBeVisible();
    expect(screen.getAllByText('Daybook')).toHaveLength(2);
  });

  it('says from where to where a step led, and which fields were edited, never by their keys', async () => {
    fakeServer(history, {
      of: async () => [
        {
          id: 2,
          at,
          by: 'Asha',
          action: 'tasks.transition',
          changes: [{ field: 'status', before: 'todo', after: 'in_progress' }],
        },
        {
          id: 1,
          at,
          by: 'Asha',
          action: 'tasks.edit',
          changes: ['title', 'dueOn', 'heldStatus', 'priority'].map((field) => ({
            field,
            before: 'a',
            after: 'b',
          })),
        },
      ],
    });
    const names = new Map([
      ['title', 'Title'],
      ['dueOn', 'Due'],
      ['priority', 'Priority'],
    ]);
    const statuses = new Map([
      ['todo', 'To do'],
      ['in_progress', 'In progress'],
    ]);
    const words = {
      field: (name: string) => names.get(name) ?? null,
      status: (status: string) => statuses.get(status) ?? '',
      value: (field: string, value: string) =>
        field === 'priority' ? (value === 'a' ? 'High' : 'Low') : null,
    };
    await renderScreen(<RecordHistory kind="task" id="0b0c0a52-94f4-4f5c-9b51-2f4d1c1f2a11" words={words} />);
    expect(await screen.findByText('To do → In progress')).toBeVisible();
    expect(screen.getByText('Title, Due, Priority: High → Low')).toBeVisible();
    expect(screen.queryByText(/heldStatus/)).not.toBeInTheDocument();
  });
});
