import { screen, waitFor, within } from '@testing-library/react';
import { jobs, type Job, type JobItem } from '@daybook/contracts/jobs/jobs';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import JobList from './job-list.tsx';
import JobRecord from './job-record.tsx';
import { texts as every } from '../test/texts.ts';

const { en, fr, ja, zh } = every;

const sending: Job = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  kind: 'invoice_send',
  status: 'running',
  by: 'Ada',
  at: '2026-11-02T09:00:00Z',
  endedAt: null,
  all: 3,
  done: 1,
  refused: 1,
  skipped: 0,
  hasFiles: false,
};

const item: JobItem = {
  id: '1',
  status: 'done',
  subject: {
    kind: 'invoice',
    id: '018f2b1c-0000-7000-8000-000000000002',
    name: '25-26/0042',
    client: 'Acme',
  },
  entity: null,
  refusal: null,
  made: null,
  hasFile: false,
  doneAt: '2026-11-02T09:00:01Z',
};
const items: JobItem[] = [
  item,
  {
    ...item,
    id: '2',
    status: 'refused',
    subject: { kind: 'client', id: '018f2b1c-0000-7000-8000-000000000003', name: 'Beta', client: 'Beta' },
    refusal: { code: 'ADDRESSEE_REQUIRED', message: 'Choose who receives the mail.', fields: {} },
  },
  { ...item, id: '3', status: 'waiting', subject: null, doneAt: null },
];

const pageOf = <Row,>(rows: Row[]) => ({ rows, pageSize: 20, next: null, previous: null });
const totalOf = (total: number) => ({ total, isCapped: false });

beforeEach(() => sessionStorage.clear());

describe('one’s own jobs', () => {
  it.each([
    ['en', en, 'Background jobs', 'Send invoices'],
    ['zh', zh, '批量处理', '发送发票'],
    ['fr', fr, 'Traitements en arrière-plan', 'Envoyer des factures'],
    ['ja', ja, '一括処理', '請求書の送信'],
  ] as const)('are listed in %s', async (language, own, title, kind) => {
    fakeServer(jobs, { list: () => pageOf([sending]), total: () => totalOf(1) });
    await renderScreen(<JobList />, { language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: kind })).toHaveAttribute(
      'href',
      `/app/jobs/${sending.id}`,
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });

  it('are none at first, and can be filtered to those with refusals', async () => {
    const server = fakeServer(jobs, { list: () => pageOf<Job>([]), total: () => totalOf(0) });
    const { user } = await renderScreen(<JobList />, { texts: { settings: en } });
    expect(await screen.findByText(/appears here for 90 days/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'With refusals' }));
    expect(await screen.findByText(/Nothing matches/)).toBeVisible();
    expect(server.requestsTo(jobs.list).at(-1)?.input['filter']).toEqual({ hasRefusals: 'true' });
  });
});

describe('a job', () => {
  it('shows its progress and the outcome of each record, and can be stopped', async () => {
    let job = sending;
    const server = fakeServer(jobs, {
      open: () => job,
      items: () => pageOf(items),
      itemsTotal: () => totalOf(3),
      cancel: () => {
        job = { ...job, status: 'cancelled', endedAt: '2026-11-02T09:00:02Z' };
        return {};
      },
    });
    const { user } = await renderScreen(<JobRecord />, {
      path: `/jobs/${sending.id}`,
      route: '/jobs/:id',
      texts: { settings: en },
    });
    expect(await screen.findByRole('link', { name: '25-26/0042' })).toHaveAttribute(
      'href',
      '/app/invoices/view-invoice/018f2b1c-0000-7000-8000-000000000002',
    );
    expect(screen.getByText(/1 of 3 done, 1 refused/)).toBeVisible();
    const refused = screen.getByRole('row', { name: /Beta/ });
    expect(within(refused).getByText('Choose who receives the mail.')).toBeVisible();
    expect(screen.getByText(/can no longer see/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText(/The remaining records were not processed/)).toBeVisible();
    expect(server.requestsTo(jobs.cancel).map(({ input }) => input)).toEqual([{ id: sending.id }]);
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });

  it('gives its files, and lists the records of one outcome', async () => {
    const server = fakeServer(jobs, {
      open: (): Job => ({ ...sending, kind: 'invoice_pdf', status: 'done', hasFiles: true }),
      items: () => pageOf(items),
      itemsTotal: () => totalOf(3),
    });
    await renderScreen(<JobRecord />, {
      path: `/jobs/${sending.id}?filter%5Bstatus%5D=refused`,
      route: '/jobs/:id',
      texts: { settings: en },
    });
    expect(await screen.findByRole('button', { name: 'Save the zip' })).toBeVisible();
    await waitFor(() =>
      expect(server.requestsTo(jobs.items).at(-1)?.input).toMatchObject({
        id: sending.id,
        filter: { status: 'refused' },
      }),
    );
  });

  it('offers the letter of a reminder, and none where a mail was sent', async () => {
    const made = '018f2b1c-0000-7000-8000-000000000081';
    const client = { kind: 'client' as const, id: made, name: 'Kraft Letters', client: 'Kraft Letters' };
    const letter: JobItem = { ...item, subject: client, made, hasFile: true };
    const mail: JobItem = { ...item, id: '2', subject: { ...client, name: 'Kraft Mails' }, made };
    const server = fakeServer(
      { ...jobs, letter: reminders.letter },
      {
        open: (): Job => ({ ...sending, kind: 'reminder_send', status: 'done', hasFiles: true }),
        items: () => pageOf([letter, mail]),
        itemsTotal: () => totalOf(2),
        letter: () => new Blob(['%PDF-']),
      },
    );
    const opened = { close: () => undefined, closed: true, location: { replace: jest.fn() } };
    const open = jest.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    Object.assign(URL, { createObjectURL: () => 'blob:letter', revokeObjectURL: () => undefined });
    const { user } = await renderScreen(<JobRecord />, {
      path: `/jobs/${sending.id}`,
      route: '/jobs/:id',
      texts: { settings: en },
    });
    await user.click(await screen.findByRole('button', { name: 'Letter to Kraft Letters' }));
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith('blob:letter'));
    expect(server.requestsTo(reminders.letter).map(({ input }) => input)).toEqual([{ id: made }]);
    expect(screen.queryByRole('button', { name: 'Letter to Kraft Mails' })).toBeNull();
    open.mockRestore();
  });
});
