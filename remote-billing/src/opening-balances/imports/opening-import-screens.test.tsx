import { screen, waitFor, within } from '@testing-library/react';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { openingImports } from '@daybook/contracts/billing/opening-balances/opening-imports';
import type { ImportRow } from '@daybook/contracts/imports/imports';
import { i18n } from '@daybook/shared/i18n';
import type { Import } from '@daybook/shared/imported-kind';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { uploadedImport } from '@daybook/shared/test/uploaded-import';
import OpeningImportList from './opening-import-list.tsx';
import OpeningImportRecord from './opening-import-record.tsx';
import { textsIn } from '../../test/texts.ts';

const { en, fr, ja, zh } = textsIn;

/** A text of the screens that all kinds of imports share, in the language of the page. */
const said = (key: string): string => i18n.t(key, { ns: 'import-screens' });

const idOf = (n: number) => `018f2b1c-0000-7000-8000-00000000000${n}`;
const id = idOf(1);
const read: Import = {
  ...uploadedImport,
  id,
  fileName: 'openings.csv',
  rows: 2,
  headings: ['Customer', 'Balance due'],
  samples: [['Acme', '120.00']],
  columns: ['client', 'amount'],
  fields: [
    { name: 'client', label: 'Client' },
    { name: 'amount', label: 'Outstanding' },
  ],
  rules: { entityId: null },
};
const done: Import = {
  ...read,
  version: 2,
  status: 'done',
  onlyValid: true,
  outcomes: { made: 2, changed: 0, same: 0, left: 0, refused: 0 },
  undoUntil: '2026-04-07T10:00:00Z',
};
const row = (no: number, kind: 'invoice' | 'withholding_entry'): ImportRow => ({
  id: `${no}`,
  name: `Acme ${no}`,
  state: 'new',
  record: { kind, id: idOf(no), label: `Acme ${no}` },
  changes: [],
  faults: [],
  warnings: [],
  defaults: [],
  outcome: 'made',
  undo: null,
  undoReason: null,
});
const entities = () => ({
  rows: [
    {
      entity: { id: idOf(8), label: 'Lyon' },
      baseCurrency: 'EUR',
      today: '2026-11-22',
      cutOverOn: '2026-03-31',
      hasDocuments: false,
    },
    {
      entity: { id: idOf(9), label: 'Paris' },
      baseCurrency: 'EUR',
      today: '2026-11-22',
      cutOverOn: null,
      hasDocuments: false,
    },
  ],
});
const page = <Row,>(shown: Row[]) => ({ rows: shown, pageSize: 20, next: null, previous: null });
const path = `/app/settings/opening_balances/import/${id}`;

beforeEach(() => sessionStorage.clear());

it.each([
  ['en', en],
  ['zh', zh],
  ['fr', fr],
  ['ja', ja],
] as const)('past imports of opening balances are listed, in %s', async (language, billing) => {
  fakeServer(openingImports, { list: () => page([done]), total: () => ({ total: 1, isCapped: false }) });
  await renderScreen(<OpeningImportList />, { language, texts: { billing } });
  expect(await screen.findByRole('heading', { name: billing.opening.imports })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'openings.csv' })).toHaveAttribute('href', path);
});

it('a file of opening balances is checked for one billing entity with a cut-over date, and can be undone', async () => {
  let current = read;
  const server = fakeServer(openingImports, {
    open: () => current,
    check: () => {
      current = done;
      return done;
    },
    rows: () => page([row(2, 'invoice'), row(3, 'withholding_entry')]),
    rowsTotal: () => ({ total: 2, isCapped: false }),
  }).also(openingBalances, { entities });
  const { user } = await renderScreen(<OpeningImportRecord />, {
    path,
    route: '/app/settings/opening_balances/import/:id',
    texts: { billing: en },
  });
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: en.field.entity }));
  const options = { selector: '.ant-select-item-option-content' };
  expect(await screen.findByText(`Paris · ${en.opening.noCutOver}`, options)).toBeVisible();
  await user.click(await screen.findByText('Lyon · Cut-over date: 31 Mar 2026', options));
  await user.click(dialog.getByRole('button', { name: said('check') }));
  await waitFor(() =>
    expect(server.requestsTo(openingImports.check)).toMatchObject([
      { input: { id, columns: ['client', 'amount'], rules: { entityId: idOf(8) } } },
    ]),
  );
  // A row opens the document, or the entry of the withholding register.
  expect(await screen.findByRole('link', { name: 'Acme 2' })).toHaveAttribute(
    'href',
    `/app/invoices/view-invoice/${idOf(2)}`,
  );
  expect(screen.getByRole('link', { name: 'Acme 3' })).toHaveAttribute(
    'href',
    `/app/reports/withholding_register?entry=${idOf(3)}`,
  );
  await user.click(await screen.findByRole('button', { name: said('undoVerb') }));
  expect(await screen.findByText(en.opening.undoConsequence)).toBeVisible();
});
