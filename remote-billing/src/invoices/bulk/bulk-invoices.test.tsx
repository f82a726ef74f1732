import { screen, waitFor, within } from '@testing-library/react';
import {
  invoiceJobs,
  type InvoiceJobItem,
  type InvoiceJobRecord,
} from '@daybook/contracts/billing/invoices/invoice-jobs';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../../test/texts.ts';
import { draft, idOf, issued } from '../../test/billing-records.ts';
import InvoiceList from '../invoice-list.tsx';
import JobScreen from './job-screen.tsx';

const at = { path: '/app/invoices', route: '/app/invoices', texts: { billing: texts } };
const early = { ...draft, id: idOf(31), issueDate: '2026-11-01', version: 4 };
const late = { ...draft, id: idOf(32), issueDate: '2026-11-09' };
const sent = { ...issued, id: idOf(33), number: 'F-1' };
const alone = { ...issued, id: idOf(34), number: 'F-2' };

const tickAll = async ({ user }: Awaited<ReturnType<typeof renderScreen>>) => {
  await screen.findByRole('link', { name: 'F-1' });
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
};
const jobId = idOf(90);
const item = ({ id, client }: typeof draft, more: Partial<InvoiceJobItem> = {}): InvoiceJobItem => ({
  invoiceId: id,
  status: 'waiting',
  invoice: { number: '', version: 5, client: client.label, currency: 'EUR', payable: minor(1_000) },
  refusal: null,
  ...more,
});
const jobOf = (kind: InvoiceJobRecord['kind'], items: InvoiceJobItem[]): InvoiceJobRecord => {
  const count = (status: InvoiceJobItem['status']) => items.filter((one) => one.status === status).length;
  return {
    id: jobId,
    kind,
    status: count('waiting') > 0 ? 'running' : 'done',
    by: 'Ada',
    at: '2026-11-20T10:00:00Z',
    all: items.length,
    done: count('done'),
    refused: count('refused'),
    skipped: count('skipped'),
    hasFiles: kind === 'pdf' && count('waiting') === 0,
    items,
  };
};
const wrongLine: Partial<InvoiceJobItem> = {
  status: 'refused',
  refusal: {
    code: 'TAX_REGIME_BLOCK',
    message: 'Not as its regime wants it.',
    fields: { 'lines.0.sacHsn': [{ code: 'REQUIRED' }] },
  },
};
const issuedItem = (invoice: typeof draft) => {
  const made = item(invoice, { status: 'done' });
  return { ...made, invoice: made.invoice && { ...made.invoice, number: 'F-7' } };
};
const list = () => ({ rows: [late, early, sent, alone], pageSize: 20, next: null, previous: null });

describe('a bulk action on invoices', () => {
  it('issues the drafts among them, and shows the progress and each result', async () => {
    const asked = [
      jobOf('issue', [item(early), item(late)]),
      jobOf('issue', [issuedItem(early), item(late, wrongLine)]),
    ];
    const server = fakeServer(invoices, { list })
      .also(invoiceMails, { list: () => ({ canMail: true, rows: [] }) })
      .also(invoiceJobs, {
        issue: () => ({ id: jobId }),
        open: () => (asked.length > 1 ? asked.shift() : asked[0]) as InvoiceJobRecord,
      });
    const shown = await renderScreen(<InvoiceList />, at);
    await tickAll(shown);
    await shown.user.click(screen.getByRole('button', { name: 'Issue 2 drafts' }));
    const dialog = within(await screen.findByRole('dialog'));
    await shown.user.click(dialog.getByRole('button', { name: 'Issue' }));
    expect(await dialog.findByText(/^0 of 2 done, 0 refused It continues/)).toBeVisible();
    expect(await dialog.findByText('1 of 2 done, 1 refused', {}, { timeout: 10_000 })).toBeVisible();
    expect(server.requestsTo(invoiceJobs.issue).map(({ input }) => input['invoices'])).toEqual([
      [
        { id: early.id, version: 4 },
        { id: late.id, version: late.version },
      ],
    ]);
    expect(dialog.getByRole('link', { name: 'F-7' })).toBeVisible();
    const fault = dialog.getByRole('link', { name: 'Line 1, SAC or HSN code' });
    expect(fault).toHaveAttribute('href', `/app/invoices/edit/${late.id}#lines_0_sacHsn`);
    expect(fault.closest('li')).toHaveTextContent('Line 1, SAC or HSN code: This is required');
    await shown.user.click(await dialog.findByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('button', { name: 'Issue one draft' })).toBeVisible();
    await shown.user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull());
  });

  it('cannot send where mail is not set up, and explains that', async () => {
    fakeServer(invoices, { list }).also(invoiceMails, { list: () => ({ canMail: false, rows: [] }) });
    const shown = await renderScreen(<InvoiceList />, at);
    await tickAll(shown);
    const send = screen.getByRole('button', { name: 'Send 2 invoices' });
    await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'true'));
    await shown.user.click(send);
    expect(await screen.findByRole('tooltip')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sends the issued ones', async () => {
    const server = fakeServer(invoices, { list })
      .also(invoiceMails, { list: () => ({ canMail: true, rows: [] }) })
      .also(invoiceJobs, {
        send: () => ({ id: jobId }),
        open: () => jobOf('send', [item(sent, { status: 'done' }), item(alone, { status: 'skipped' })]),
      });
    const shown = await renderScreen(<InvoiceList />, at);
    await tickAll(shown);
    await shown.user.click(screen.getByRole('button', { name: 'Send 2 invoices' }));
    const dialog = within(await screen.findByRole('dialog'));
    await shown.user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('2 of 2 done, 0 refused')).toBeVisible();
    expect(dialog.getByText('Already done')).toBeVisible();
    expect(server.requestsTo(invoiceJobs.send)[0]?.input).toEqual({ ids: [sent.id, alone.id] });
  });

  it('saves the PDFs as soon as they are ready, and again on request', async () => {
    const server = fakeServer(invoices, { list })
      .also(invoiceMails, { list: () => ({ canMail: true, rows: [] }) })
      .also(invoiceJobs, {
        pdf: () => ({ id: jobId }),
        open: () => jobOf('pdf', [item(sent, { status: 'done' })]),
        files: () => new Blob(['zip']),
      });
    Object.assign(URL, { createObjectURL: () => 'blob:zip', revokeObjectURL: () => undefined });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const shown = await renderScreen(<InvoiceList />, at);
    await tickAll(shown);
    await shown.user.click(screen.getByRole('button', { name: 'PDFs as zip (4)' }));
    const dialog = within(await screen.findByRole('dialog'));
    await shown.user.click(dialog.getByRole('button', { name: 'Create zip' }));
    await waitFor(() => expect(server.requestsTo(invoiceJobs.files)).toHaveLength(1));
    await shown.user.click(dialog.getByRole('button', { name: 'Save the zip' }));
    await waitFor(() => expect(server.requestsTo(invoiceJobs.files)).toHaveLength(2));
  });
});

describe('a job opened later', () => {
  const there = {
    path: `/app/invoices/jobs/${jobId}`,
    route: '/app/invoices/jobs/:id',
    texts: { billing: texts },
  };

  it('lists refused invoices first, and tries them again', async () => {
    const gone = item(early, { ...wrongLine, invoice: null });
    const job = jobOf('issue', [issuedItem(draft), gone, item(late, wrongLine)]);
    const again = { ...job, id: idOf(91), items: [issuedItem(late)], refused: 0, all: 1 };
    const server = fakeServer(invoiceJobs, {
      open: ({ input }) => (input.id === jobId ? job : again),
      issue: () => ({ id: again.id }),
      list: () => ({ rows: [job, again] }),
    });
    const shown = await renderScreen(<JobScreen />, there);
    expect(await screen.findByRole('heading', { name: 'Issue 3 drafts', level: 1 })).toBeVisible();
    const items = within(screen.getByRole('list', { name: 'Issue 3 drafts' })).getAllByRole('listitem');
    expect(items[0]).toHaveTextContent('you can no longer see');
    expect(await screen.findByRole('heading', { name: 'Recent jobs' })).toBeVisible();
    await shown.user.click(screen.getByRole('button', { name: 'Try the refused one again' }));
    expect(await screen.findByRole('heading', { name: 'Issue one draft', level: 1 })).toBeVisible();
    expect(server.requestsTo(invoiceJobs.issue)[0]?.input).toEqual({
      invoices: [{ id: late.id, version: 5 }],
    });
  });

  it('can be stopped', async () => {
    let job = jobOf('issue', [issuedItem(early), item(late)]);
    fakeServer(invoiceJobs, {
      open: () => job,
      list: () => ({ rows: [] }),
      cancel: () => {
        job = { ...job, status: 'cancelled' };
        return {};
      },
    });
    const shown = await renderScreen(<JobScreen />, there);
    await shown.user.click(await screen.findByRole('button', { name: 'Stop' }));
    expect(
      await screen.findByText('1 of 2 done, 0 refused The remaining invoices were not processed.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });
});
