import { screen, waitFor, within } from '@testing-library/react';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import type { ImportRow } from '@daybook/contracts/imports/imports';
import { lookups } from '@daybook/contracts/lookups';
import { i18n } from '@daybook/shared/i18n';
import type { Import } from '@daybook/shared/imported-kind';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { noRows, uploadedImport } from '@daybook/shared/test/uploaded-import';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import ImportList from './client-import-list.tsx';
import ImportRecord from './client-import-record.tsx';

/** A text of the screens that all kinds of imports share, in the language of the page. */
const said = (key: string): string => i18n.t(key, { ns: 'import-screens' });

const id = '018f2b1c-0000-7000-8000-000000000001';
const read: Import = {
  ...uploadedImport,
  id,
  fileName: 'clients.xlsx',
  rows: 3,
  sheet: 'Clients',
  otherSheets: 1,
  headings: ['Customer', 'Nr'],
  samples: [['Dupont', 'K1']],
  columns: ['name', null],
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'code', label: 'Code' },
  ],
  rules: {
    does: 'both',
    by: 'code',
    empty: 'keep',
    kind: null,
    taxTreatment: null,
    crmId: null,
    defaultEntityId: null,
  },
};
const checked: Import = {
  ...read,
  version: 2,
  status: 'checked',
  columns: ['name', 'code'],
  counts: { ...noRows, new: 1, changed: 1, refused: 1, warned: 1 },
  alsoMakes: { subscriptions: 2, invoices: 5 },
};
const done: Import = {
  ...checked,
  status: 'done',
  onlyValid: true,
  outcomes: { made: 1, changed: 1, same: 0, left: 0, refused: 1 },
  undoUntil: '2026-04-07T10:00:00Z',
};
const row = (no: number, more: Partial<ImportRow>): ImportRow => ({
  id: `${no}`,
  name: `Client ${no}`,
  state: 'new',
  record: null,
  changes: [],
  defaults: [],
  faults: [],
  warnings: [],
  outcome: null,
  undo: null,
  undoReason: null,
  ...more,
});
const rows = [
  row(2, {
    defaults: [
      { field: 'kind', label: 'Kind', value: 'Company' },
      { field: 'currency', label: 'Currency', value: 'EUR' },
    ],
    warnings: [
      { field: null, label: null, code: 'SAME_NAME', message: 'A client has the same name', value: null },
    ],
  }),
  row(3, { state: 'changed', changes: [{ field: 'name', label: 'Name', before: 'Old', after: 'New' }] }),
  row(4, {
    state: 'refused',
    faults: [
      { field: 'kind', label: 'Kind', code: 'REQUIRED', message: 'This is required', value: null },
      {
        field: 'paymentTermsDays',
        label: 'Payment terms (days)',
        code: 'WRONG_FORMAT',
        message: 'This is not in the expected format',
        value: 'soon',
      },
    ],
  }),
];
const page = <Row,>(shown: Row[]) => ({ rows: shown, pageSize: 20, next: null, previous: null });
const at = { path: `/app/clients/import/${id}`, route: '/app/clients/import/:id', texts: { crm: en } };

beforeEach(() => sessionStorage.clear());

it.each([
  ['en', en],
  ['zh', zh],
  ['fr', fr],
  ['ja', ja],
] as const)('past imports are listed with what they did, in %s', async (language, crm) => {
  fakeServer(clientImports, { list: () => page([done]), total: () => ({ total: 1, isCapped: false }) });
  await renderScreen(<ImportList />, { language, texts: { crm } });
  expect(await screen.findByRole('link', { name: 'clients.xlsx' })).toHaveAttribute('href', at.path);
  expect(screen.getByText(said('status.done'))).toBeVisible();
});

it('a file is mapped, checked and run, and each row says why', async () => {
  let current = read;
  const server = fakeServer(clientImports, {
    open: () => current,
    check: () => {
      current = checked;
      return checked;
    },
    run: () => {
      current = done;
      return done;
    },
    rows: () => page(rows),
    rowsTotal: () => ({ total: 3, isCapped: false }),
  }).also(lookups, { find: () => [] });
  const { user } = await renderScreen(<ImportRecord />, at);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Nr' }));
  await user.keyboard('Code{Enter}');
  await user.click(dialog.getByRole('button', { name: said('check') }));
  await waitFor(() =>
    expect(server.requestsTo(clientImports.check)).toMatchObject([
      { input: { id, columns: ['name', 'code'], rules: { by: 'code' } } },
    ]),
  );
  expect(await screen.findByText('Kind:')).toBeVisible();
  expect(screen.getByText('This is required')).toBeVisible();
  expect(screen.getByText('Payment terms (days) “soon”:')).toBeVisible();
  expect(screen.getByText('By default: Kind: Company · Currency: EUR')).toBeVisible();
  expect(screen.getByText('Old')).toBeVisible();
  expect(screen.getByText('A client has the same name')).toBeVisible();
  expect(screen.getByText('2 clients get a package. 5 invoices are due by today.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Import the 2 valid rows' }));
  await waitFor(() =>
    expect(server.requestsTo(clientImports.run)).toMatchObject([
      { input: { id, onlyValid: true }, version: 2 },
    ]),
  );
  expect(await screen.findByText('Created: 1')).toBeVisible();
});

it('an import that would make and change nothing says so and cannot be run', async () => {
  const nothing = { ...checked, counts: { ...noRows, same: 2, refused: 1, warned: 0 } };
  fakeServer(clientImports, {
    open: () => nothing,
    rows: () => page(rows),
    rowsTotal: () => ({ total: 3, isCapped: false }),
  });
  await renderScreen(<ImportRecord />, at);
  expect(await screen.findByText(said('nothingToImport'))).toBeVisible();
  expect(screen.getByRole('button', { name: said('columnsAndRules') })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Import / })).not.toBeInTheDocument();
});

it('an import is undone after a question', async () => {
  const server = fakeServer(clientImports, {
    open: () => done,
    undo: () => ({ ...done, status: 'undoing' as const, undoUntil: null }),
    rows: () => page(rows),
    rowsTotal: () => ({ total: 3, isCapped: false }),
  });
  const { user } = await renderScreen(<ImportRecord />, at);
  await user.click(await screen.findByRole('button', { name: said('undoVerb') }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: said('undoVerb') }));
  await waitFor(() => expect(server.requestsTo(clientImports.undo)).toMatchObject([{ input: { id } }]));
});
