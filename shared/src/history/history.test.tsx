import { screen } from '@testing-library/react';
import { history } from '@daybook/contracts/history';
import type { HistoryEvent, HistoryPart } from '@daybook/contracts/history';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { RecordHistory } from './history.tsx';

const id = '0b0c0a52-94f4-4f5c-9b51-2f4d1c1f2a11';
const event = (more: Partial<HistoryEvent>): HistoryEvent => ({
  id: 1,
  at: '2026-03-31T10:00:00.000Z',
  by: 'Asha',
  action: 'tasks.edit',
  isOwn: true,
  changes: [],
  parts: [],
  ...more,
});
const part = (more: Partial<HistoryPart>): HistoryPart => ({
  part: 'payment',
  step: 'added',
  no: null,
  label: null,
  document: null,
  amount: null,
  changes: [],
  ...more,
});
const text = (field: string, before: string, after: string) => ({
  field,
  before: { as: 'text' as const, text: before },
  after: { as: 'text' as const, text: after },
});
const price = (value: string) => ({ as: 'price' as const, text: value, currency: 'EUR' });
const tells = (...events: HistoryEvent[]) => fakeServer(history, { of: () => ({ events, earlier: null }) });

const names = new Map([
  ['title', 'Title'],
  ['dueOn', 'Due'],
  ['fee', 'Fee'],
  ['billable', 'Billable'],
  ['line.unitPrice', 'Unit price'],
]);
const words = {
  field: (name: string) => names.get(name) ?? null,
  status: (status: string) => ({ todo: 'To do', in_progress: 'In progress' })[status] ?? '',
  address: ({ kind, id: of }: { kind: string; id: string }) =>
    kind === 'receipt' ? `/receipts/${of}` : null,
};
const show = (language: 'en' | 'ja' = 'en') =>
  renderScreen(<RecordHistory kind="task" id={id} words={words} />, { language });

describe('the history of a record', () => {
  it('names person, action and time in the reader’s language', async () => {
    tells(
      event({ id: 3, by: '佐藤 花子', action: 'invoices.issue' }),
      event({ id: 2, by: null, action: 'invoices.somethingNew' }),
      event({ id: 1, by: null, action: 'insert' }),
    );
    await show('ja');
    expect(await screen.findByText('発行')).toBeVisible();
    expect(screen.getByText('佐藤 花子')).toBeVisible();
    expect(screen.getByText('変更')).toBeVisible();
    expect(screen.getByText('作成')).toBeVisible();
    expect(screen.getAllByText('Daybook')).toHaveLength(2);
  });

  it('shows from where to where a step led, and edited values before and after, never as codes', async () => {
    tells(
      event({ id: 2, action: 'tasks.transition', changes: [text('status', 'todo', 'in_progress')] }),
      event({
        changes: [
          text('title', 'VAT', 'VAT return'),
          {
            field: 'dueOn',
            before: { as: 'date', date: '2026-03-31' },
            after: { as: 'date', date: '2026-04-30' },
          },
          {
            field: 'fee',
            before: { as: 'money', minor: minor(10_000), currency: 'EUR' },
            after: { as: 'money', minor: minor(12_000), currency: 'EUR' },
          },
          text('heldStatus', 'a', 'b'),
        ],
      }),
    );
    await show();
    expect(await screen.findByText('To do → In progress')).toBeVisible();
    expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(
      expect.arrayContaining([
        'Title: VAT → VAT return',
        expect.stringMatching(/^Due: .*Mar.* → .*Apr.*2026$/),
        'Fee: €100.00 → €120.00',
      ]),
    );
    expect(screen.queryByText(/heldStatus/)).not.toBeInTheDocument();
  });

  it('folds more than three values behind the names of their fields', async () => {
    const yesNo = {
      field: 'billable',
      before: { as: 'yesNo', is: true },
      after: { as: 'yesNo', is: false },
    } as const;
    tells(
      event({ changes: [text('title', 'a', 'b'), text('dueOn', 'c', 'd'), text('fee', 'e', 'f'), yesNo] }),
    );
    const { user } = await show();
    const summary = await screen.findByText('Title, Due, Fee, Billable');
    expect(screen.getByText('Billable:', { exact: false, selector: 'li' })).not.toBeVisible();
    await user.click(summary);
    expect(screen.getByText('Billable:', { exact: false, selector: 'li' })).toHaveTextContent('Yes → No');
  });

  it('names the document of an event with a link, and the fate of a line', async () => {
    const receipt = { kind: 'receipt' as const, id };
    const amount = { minor: minor(5_000), currency: 'EUR' };
    tells(
      event({
        id: 3,
        action: 'receipts.create',
        isOwn: false,
        parts: [part({ label: 'R-7', document: receipt, amount })],
      }),
      event({
        id: 2,
        action: 'invoices.edit',
        parts: [
          part({ part: 'line', step: 'added', no: 1, label: 'Travel' }),
          part({
            part: 'line',
            step: 'changed',
            no: 2,
            label: 'Advice',
            changes: [{ field: 'line.unitPrice', before: price('100'), after: price('120') }],
          }),
        ],
      }),
    );
    await show();
    expect(await screen.findByText('Paid')).toBeVisible();
    expect(screen.getByRole('link', { name: 'R-7' })).toHaveAttribute('href', `/receipts/${id}`);
    expect(screen.getByText('€50.00')).toBeVisible();
    expect(screen.getByText('Travel').parentElement).toHaveTextContent('Line 1 added Travel');
    expect(screen.getByText('Advice').parentElement).toHaveTextContent('Line 2 Advice');
    expect(screen.getByText('Unit price:', { exact: false })).toHaveTextContent(
      'Unit price: 100.00 → 120.00',
    );
  });

  it('shows earlier events on request', async () => {
    const server = fakeServer(history, {
      of: ({ input: { before } }) =>
        before === undefined
          ? { events: [event({ id: 40 })], earlier: 40 }
          : { events: [event({ id: 2, action: 'tasks.create' })], earlier: null },
    });
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Show earlier' }));
    expect(await screen.findByText('Created')).toBeVisible();
    expect(screen.getByText('Edited')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show earlier' })).not.toBeInTheDocument();
    expect(server.requestsTo(history.of).at(-1)).toMatchObject({ input: { before: '40' } });
  });
});
