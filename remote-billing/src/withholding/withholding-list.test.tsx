import { screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import {
  certificateFiles,
  withholdingCertificates,
  type ReadCertificate,
  type WithholdingCertificate,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import {
  withheldQuarters,
  withholdingEntries,
  type WithholdingEntry,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { savedViews } from '@daybook/contracts/saved-views';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { client, entity, idOf, lookupRows } from '../test/billing-records.ts';
import CertificateList from './certificate-list.tsx';
import QuarterList from './quarter-list.tsx';
import WithholdingRegister from './withholding-list.tsx';
// Loaded with the test: no wait for a dialog should include the loading of its code.
import './entry-drawer.tsx';
import './file-dialog.tsx';

const figures = { amount: minor(183_60), certified: minor(0), writtenOff: minor(0), open: minor(183_60) };
const entry: WithholdingEntry = {
  id: idOf(700),
  version: 3,
  client,
  entity,
  source: { kind: 'receipt', id: idOf(701), label: 'RCT/26-27/0001' },
  invoices: [{ id: idOf(702), label: 'INV/26-27/0007' }],
  section: '194J',
  fy: '2026-27',
  quarter: 1,
  deductedOn: '2026-06-30',
  currency: 'INR',
  base: minor(1836_00),
  rate: '10',
  ...figures,
  state: 'claimed',
  dueOn: '2026-09-14',
  isLate: true,
  certificates: [],
  note: null,
  matchedOn: null,
  disputedOn: null,
  proofs: [],
  writeOffs: [],
  changes: [
    {
      no: 1,
      state: 'claimed',
      amount: minor(183_60),
      certified: minor(0),
      writtenOff: minor(0),
      note: null,
      at: '2026-06-30T10:00:00Z',
      by: 'Ada',
    },
  ],
};
const certificate: WithholdingCertificate = {
  id: idOf(710),
  version: 1,
  number: '16A-1',
  client,
  entity,
  section: '194J',
  fy: '2026-27',
  quarter: 1,
  certificateDate: '2026-08-10',
  currency: 'INR',
  amount: minor(200_00),
  matched: minor(0),
  hasFile: false,
  isWithdrawn: false,
  attachment: null,
  withdrawalReason: null,
  matches: [],
};
const fine: ReadCertificate = {
  outcome: 'new',
  client,
  certificate: { ...certificate },
  matches: [{ entryId: entry.id, source: entry.source, amount: minor(183_60) }],
  faults: {},
};
const wrong: ReadCertificate = {
  outcome: 'wrong',
  client: null,
  certificate: null,
  matches: [],
  faults: { taxId: [{ code: 'REFERENCE_UNKNOWN' }] },
};
const page = { pageSize: 20, next: null, previous: null };
const total = {
  total: 1,
  isCapped: false,
  sums: [{ currency: 'INR', entries: 1, ...figures }],
  years: ['2026-27'],
  sections: ['194J'],
};

const serve = () =>
  fakeServer(withholdingEntries, {
    list: () => ({ rows: [entry], ...page }),
    total: () => total,
    open: () => entry,
    dispute: ({ input }) => ({ ...entry, state: 'disputed' as const, note: input.note }),
  })
    .also(withheldQuarters, {
      list: () => ({
        rows: [{ id: 'one', client, fy: '2026-27', quarter: 1, currency: 'INR', entries: 2, ...figures }],
        ...page,
      }),
      total: () => total,
    })
    .also(withholdingCertificates, {
      list: () => ({ rows: [certificate], ...page }),
      total: () => ({ total: 1, isCapped: false }),
      open: () => certificate,
      create: () => certificate,
      match: () => certificate,
    })
    .also(certificateFiles, {
      preview: ({ input }) => ({ rows: input.rows.map(({ taxId }) => (taxId === 'BAD' ? wrong : fine)) }),
      bring: () => ({ created: 1, same: 0, left: 1 }),
    })
    .also(savedViews, { list: () => [] })
    .also(lookups, { find: ({ input }) => lookupRows(input) });

const at = (path: string) => ({ path, route: path.split('?')[0] ?? '', texts: { billing: texts } });
const register = at('/app/reports/withholding_register');

describe('the withholding register', () => {
  it('shows what awaits a certificate, and records one for the open entry', async () => {
    const server = serve();
    const opened = at(`/app/reports/withholding_register?entry=${entry.id}`);
    const { user } = await renderScreen(<WithholdingRegister />, opened);
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByText('Certificate late')).toBeVisible();
    await user.click(await within(drawer).findByRole('button', { name: 'Add certificate' }));
    const number = await screen.findByRole('textbox', { name: 'Number of the certificate' });
    const form = screen.getAllByRole('dialog').find((one) => one.contains(number) && one !== drawer);
    if (!form) throw new Error('the form is not a dialog of its own');
    expect(form).toHaveTextContent('Certificate of Acme SARL for 2026-27, Q1');
    await user.type(number, '16A-1');
    await user.type(within(form).getByRole('textbox', { name: 'Date' }), '2026-08-10');
    await user.click(within(form).getByRole('button', { name: 'Add certificate' }));
    await waitFor(() =>
      expect(server.requestsTo(withholdingCertificates.create)[0]?.input).toMatchObject({
        clientId: client.id,
        entityId: entity.id,
        fy: '2026-27',
        quarter: 1,
        number: '16A-1',
        section: '194J',
        amount: 183_60,
        matches: [{ entryId: entry.id }],
      }),
    );
  });

  it('imports a pasted file without its wrong rows, after a preview of what each row would prove', async () => {
    const server = serve();
    const { user } = await renderScreen(<WithholdingRegister />, register);
    await user.click(await screen.findByRole('button', { name: 'Import certificates' }));
    const dialog = await screen.findByRole('dialog');
    // The only billing entity is chosen already.
    expect(await within(dialog).findAllByText(entity.label)).not.toEqual([]);
    await user.click(within(dialog).getByRole('textbox', { name: 'Or paste rows from a spreadsheet' }));
    await user.paste(
      'TAN\tSection\tDate\tCertificate no\tIssued\tTDS amount\nMUMA12345B\t194J\t2026-06-30\t16A-1\t2026-08-10\t183.60\nBAD\t194J\t2026-06-30\tX\t2026-08-10\t5',
    );
    const table = await within(dialog).findByRole('table', { name: 'Preview of the import' });
    expect(await within(table).findByText('This choice does not exist, or you may not use it')).toBeVisible();
    expect(within(table).getByText('RCT/26-27/0001')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Import the 1 valid row' }));
    await waitFor(() => expect(server.requestsTo(certificateFiles.bring)).toHaveLength(1));
    expect(server.requestsTo(certificateFiles.bring)[0]?.input).toMatchObject({
      entityId: entity.id,
      onlyValid: true,
      rows: [{ taxId: 'MUMA12345B', number: '16A-1', certificateDate: '2026-08-10', amount: '183.6' }, {}],
    });
  });

  it('is summed by client and quarter, and a row opens the entries of its sum', async () => {
    serve();
    await renderScreen(
      <QuarterList />,
      at('/app/reports/withholding_register/quarters?filter[section]=194J&filter[entityId]=' + entity.id),
    );
    const table = await screen.findByRole('table', { name: 'By client and quarter' });
    const link = within(table).getByRole('link', { name: client.label });
    expect(Object.fromEntries(new URLSearchParams(link.getAttribute('href')?.split('?')[1]))).toEqual({
      'filter[clientId]': client.id,
      'filter[fy]': '2026-27',
      'filter[quarter]': '1',
      'filter[currency]': 'INR',
      'filter[section]': '194J',
      'filter[entityId]': entity.id,
    });
  });

  it('takes back a write-off of its own amount while another part awaits a certificate', async () => {
    const given = { id: idOf(720), date: '2026-09-01', reason: 'Lost', reversedOn: null };
    serve().also(withholdingEntries, {
      open: () => ({
        ...entry,
        writtenOff: minor(80_00),
        open: minor(103_60),
        writeOffs: [{ ...given, amount: minor(80_00) }],
      }),
    });
    const opened = at(`/app/reports/withholding_register?entry=${entry.id}`);
    const { user } = await renderScreen(<WithholdingRegister />, opened);
    const drawer = await screen.findByRole('dialog');
    await user.click(await within(drawer).findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reverse write-off' }));
    const dialogs = await screen.findAllByRole('dialog');
    expect(dialogs.at(-1)).toHaveTextContent(/80\.00/);
    expect(dialogs.at(-1)).not.toHaveTextContent(/103\.60/);
  });

  it('lists certificates, and matches what is left of one with a receipt of its quarter', async () => {
    const server = serve();
    const { user } = await renderScreen(
      <CertificateList />,
      at(`/app/reports/withholding_register/certificates?certificate=${certificate.id}`),
    );
    const drawer = await screen.findByRole('dialog');
    await user.click(await within(drawer).findByRole('button', { name: 'Match' }));
    await waitFor(() =>
      expect(server.requestsTo(withholdingCertificates.match)[0]?.input).toEqual({
        id: certificate.id,
        matches: [{ entryId: entry.id }],
      }),
    );
  });
});
