import { act, screen, waitFor, within } from '@testing-library/react';
import {
  auditActs,
  auditChain,
  auditKinds,
  auditLog,
  type AuditChain,
  type AuditCheck,
  type AuditEntry,
  type AuditRow,
} from '@daybook/contracts/audit-log/audit-log';
import { languages } from '@daybook/contracts/fields';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { savedViews } from '@daybook/contracts/saved-views';
import { addTexts, i18n, setLanguage } from '@daybook/shared/i18n';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import AuditList from './audit-list.tsx';
import { texts as every } from '../test/texts.ts';

const { en, fr, ja, zh } = every;

const id = '018f2b1c-0000-7000-8000-000000000001';
const row: AuditRow = {
  id: '42',
  at: '2026-06-15T09:30:00Z',
  by: { id, label: 'Ada' },
  address: '203.0.113.7',
  act: 'changed',
  action: 'services.edit',
  kind: 'service',
  record: { id, label: 'Payroll', opens: 'service' },
  fields: ['Name', 'Price'],
};
const signIn: AuditRow = {
  ...row,
  id: '-7',
  act: 'signInFailed',
  action: 'wrong_password',
  kind: 'sign_in',
  record: null,
  fields: [],
};
const entry: AuditEntry = {
  ...row,
  requestId: '5f3c1a52-94f4-4f5c-9b51-2f4d1c1f2a11',
  userAgent: null,
  changes: [
    { label: 'Name', before: { as: 'text', text: 'Pay' }, after: { as: 'text', text: 'Payroll' } },
    {
      label: 'Price',
      before: { as: 'money', minor: minor(10_000), currency: 'EUR' },
      after: { as: 'money', minor: minor(12_050), currency: 'EUR' },
    },
    { label: 'Reason', before: null, after: { as: 'text', text: 'New terms' } },
  ],
};
const check: AuditCheck = {
  askedAt: '2026-06-15T10:00:00Z',
  endedAt: '2026-06-15T10:00:09Z',
  by: 'Olga',
  status: 'done',
  sealed: 1_234,
  unsealed: 2,
  found: 0,
  findings: [],
};
const at = { path: '/app/settings/audit_log', route: '/app/settings/audit_log' };
const options = {
  ...at,
  texts: { settings: en },
  me: { userType: 'admin' as const, roles: ['services' as const] },
};

function serve(
  chain: AuditChain = { sealed: 1_234, head: null, unsealedSince: null, check: null },
  rows: AuditRow[] = [row, signIn],
) {
  let asked = 0;
  let now = chain;
  const server = fakeServer(auditLog, {
    list: () => ({ rows, pageSize: 20, next: null, previous: null }),
    total: () => ({ total: rows.length, isCapped: false }),
    open: () => entry,
  });
  server.also(savedViews, { list: () => [] });
  server.also(lookups, { find: () => [{ id, label: 'Ada', more: {} }] });
  return server.also(auditChain, {
    open: () => {
      // The check ends while the page polls.
      if (now.check?.status === 'running' && (asked += 1) > 2) now = { ...now, check };
      return now;
    },
    check: () => {
      const running: AuditCheck = {
        ...check,
        status: 'running',
        endedAt: null,
        sealed: null,
        unsealed: null,
        found: null,
      };
      now = { ...now, check: running };
      return running;
    },
  });
}

/** As the server answers in the language of the request. */
const inLanguage = () => ({ ...row, fields: [i18n.language === 'fr' ? 'Nom' : 'Name'] });

describe('the audit log', () => {
  it('lists who did what to which record, and from where', async () => {
    serve();
    await renderScreen(<AuditList />, options);
    const table = await screen.findByRole('table', { name: 'Audit log' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent(/AdaChangedServicePayrollName, Price203\.0\.113\.7/);
    expect(second).toHaveTextContent(/AdaSign-in failedWrong passwordSign-in/);
    expect(within(table).getByRole('link', { name: 'Payroll' })).toHaveAttribute(
      'href',
      `/app/settings/services/edit/${id}`,
    );
  });

  it.each([
    ['series.run', 'By its series'],
    ['period-locks.move', 'Closed up to another day'],
    ['enquiries.move', 'Stage changed'],
  ])('calls the command %s by what it does', async (action, said) => {
    serve(undefined, [{ ...row, action }]);
    await renderScreen(<AuditList />, options);
    expect(await screen.findByText(said)).toBeVisible();
  });

  it('does not link a record that the person may not open', async () => {
    serve();
    await renderScreen(<AuditList />, { ...options, me: { userType: 'admin', roles: ['setting'] } });
    expect(await screen.findByText('Payroll')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Payroll' })).not.toBeInTheDocument();
  });

  it('opens a line with each field before and after', async () => {
    const server = serve();
    const { user, address } = await renderScreen(<AuditList />, options);
    const table = await screen.findByRole('table', { name: 'Audit log' });
    await user.click(within(table).getAllByRole('button', { name: /20\d\d/ })[0] as HTMLElement);
    const changes = await screen.findByRole('table', { name: 'Changes' });
    expect(
      within(changes)
        .getAllByRole('row')
        .map((one) => one.textContent),
    ).toEqual(['FieldBeforeAfter', 'NamePayPayroll', 'Price€100.00€120.50', 'Reason–New terms']);
    expect(server.requestsTo(auditLog.open).at(-1)).toMatchObject({ input: { no: '42' } });
    expect(address()).toContain('entry=42');
    expect(screen.getByRole('link', { name: 'All entries of this record' })).toHaveAttribute(
      'href',
      expect.stringContaining(`recordId`),
    );
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).not.toContain('entry'));
  });

  it('says what a search finds, and what it does not', async () => {
    serve();
    await renderScreen(<AuditList />, { ...options, path: `${at.path}?q=payroll` });
    await screen.findByRole('table', { name: 'Audit log' });
    expect(screen.getByText(/Values before and after are not searched/)).toBeVisible();
  });

  it('names fields in the new language when the language is switched', async () => {
    const server = fakeServer(auditLog, {
      list: () => ({ rows: [inLanguage()], pageSize: 20, next: null, previous: null }),
      total: () => ({ total: 1, isCapped: false }),
    });
    server.also(savedViews, { list: () => [] });
    server.also(auditChain, {
      open: () => ({ sealed: 1_234, head: null, unsealedSince: null, check: null }),
    });
    await renderScreen(<AuditList />, options);
    addTexts('settings', 'fr', fr);
    expect(await screen.findByText('Name')).toBeVisible();
    await act(() => setLanguage('fr'));
    expect(await screen.findByText('Nom')).toBeVisible();
    expect(screen.queryByText('Name')).not.toBeInTheDocument();
  });

  it('filters by kind and act, and shows the filter of one record', async () => {
    const server = serve();
    const { user, address } = await renderScreen(<AuditList />, {
      ...options,
      path: `${at.path}?filter[kind]=service&filter[recordId]=${id}`,
    });
    await screen.findByRole('table', { name: 'Audit log' });
    expect(server.requestsTo(auditLog.list).at(-1)).toMatchObject({
      input: { filter: { kind: 'service', recordId: id } },
    });
    await user.click(screen.getByRole('button', { name: 'One record only: show all' }));
    await waitFor(() => expect(address()).not.toContain('recordId'));
  });

  it.each([
    ['zh', zh],
    ['fr', fr],
    ['ja', ja],
  ] as const)('is read in %s', async (language, own) => {
    serve();
    await renderScreen(<AuditList />, { ...options, language, texts: { settings: own } });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(own.audit.title);
    expect((await screen.findAllByText(own.audit.acts.changed))[0]).toBeVisible();
  });

  it.each(languages)('has a word for every kind and act in %s', (language) => {
    const { kinds, acts } = { en, zh, fr, ja }[language].audit;
    expect(Object.keys(kinds).toSorted()).toEqual([...auditKinds].toSorted());
    expect(Object.keys(acts).toSorted()).toEqual([...auditActs].toSorted());
  });
});

describe('the verification of the audit log', () => {
  it('runs in the background, and says when the log was found unaltered', async () => {
    serve();
    const { user } = await renderScreen(<AuditList />, options);
    expect(
      await screen.findByText(/1,234 entries are sealed; the log has not been verified yet/),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(
      await screen.findByText(/The log is unaltered: 1,234 entries verified/, {}, { timeout: 10_000 }),
    ).toBeVisible();
    expect(screen.getByText('Olga')).toBeVisible();
  });

  it('names the rows that were altered', async () => {
    serve({
      sealed: 9,
      head: { hash: 'abcdef', at: '2026-06-15T10:00:00Z' },
      unsealedSince: '2026-06-15T10:00:00Z',
      check: { ...check, found: 1, findings: [{ seq: 5, eventId: 42, fault: 'altered' }] },
    });
    await renderScreen(<AuditList />, options);
    expect(await screen.findByText(/1 entry is not as it was sealed/)).toBeVisible();
    expect(screen.getByText('Entry 42 was altered (seal 5).')).toBeVisible();
    expect(screen.getByText(/Entries have waited too long for their seal/)).toBeVisible();
  });
});
