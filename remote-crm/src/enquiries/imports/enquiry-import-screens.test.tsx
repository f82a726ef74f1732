import { screen, waitFor, within } from '@testing-library/react';
import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { enquirySources } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { lookups } from '@daybook/contracts/lookups';
import { i18n } from '@daybook/shared/i18n';
import type { Import } from '@daybook/shared/imported-kind';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { uploadedImport } from '@daybook/shared/test/uploaded-import';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';
import ja from '../../locales/ja.json';
import zh from '../../locales/zh.json';
import { referral } from '../../test/enquiry-records.ts';
import EnquiryImportList from './enquiry-import-list.tsx';
import EnquiryImportRecord from './enquiry-import-record.tsx';

/** A text of the screens that all kinds of imports share, in the language of the page. */
const said = (key: string): string => i18n.t(key, { ns: 'import-screens' });

const id = '018f2b1c-0000-7000-8000-000000000001';
const read: Import = {
  ...uploadedImport,
  id,
  fileName: 'enquiries.csv',
  rows: 1,
  headings: ['Person', 'Mail'],
  samples: [['Mina', 'mina@carfax.example']],
  columns: ['name', 'email'],
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'email', label: 'E-mail' },
  ],
  rules: { does: 'both', by: 'number', empty: 'keep', sourceId: null, ownerId: null, nextActionOn: null },
};
const done: Import = {
  ...read,
  version: 2,
  status: 'done',
  onlyValid: false,
  outcomes: { made: 1, changed: 0, same: 0, left: 0, refused: 0 },
  undoUntil: '2026-04-07T10:00:00Z',
};
const page = <Row,>(shown: Row[]) => ({ rows: shown, pageSize: 20, next: null, previous: null });
const path = `/app/enquiries/import/${id}`;

beforeEach(() => sessionStorage.clear());

it.each([
  ['en', en],
  ['zh', zh],
  ['fr', fr],
  ['ja', ja],
] as const)('past imports of enquiries are listed, in %s', async (language, crm) => {
  fakeServer(enquiryImports, { list: () => page([done]), total: () => ({ total: 1, isCapped: false }) });
  await renderScreen(<EnquiryImportList />, { language, texts: { crm } });
  expect(await screen.findByRole('heading', { name: crm.enquiryImport.title })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'enquiries.csv' })).toHaveAttribute('href', path);
});

it('a file of enquiries is checked by rules of its own, and its undo says what becomes of them', async () => {
  let current = read;
  const server = fakeServer(enquiryImports, {
    open: () => current,
    check: () => {
      current = done;
      return done;
    },
    rows: () => page([]),
    rowsTotal: () => ({ total: 0, isCapped: false }),
  })
    .also(lookups, { find: () => [] })
    .also(enquirySources, { list: () => [referral] });
  const { user } = await renderScreen(<EnquiryImportRecord />, {
    path,
    route: '/app/enquiries/import/:id',
    texts: { crm: en },
  });
  const dialog = within(await screen.findByRole('dialog'));
  const pick = async (box: string, option: string) => {
    await user.click(dialog.getByRole('combobox', { name: box }));
    await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
  };
  await pick(en.enquiryImport.byLabel, en.enquiryImport.by.email);
  await pick(en.enquiry.source, 'Referral');
  await user.click(dialog.getByRole('button', { name: said('check') }));
  await waitFor(() =>
    expect(server.requestsTo(enquiryImports.check)).toMatchObject([
      { input: { id, columns: ['name', 'email'], rules: { by: 'email', sourceId: referral.id } } },
    ]),
  );
  await user.click(await screen.findByRole('button', { name: said('undoVerb') }));
  expect(await screen.findByText(en.enquiryImport.undoConsequence)).toBeVisible();
});
