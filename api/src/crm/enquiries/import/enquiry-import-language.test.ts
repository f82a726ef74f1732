import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { openEnquiryImports, standing } from '../../../../test/fixtures/enquiry-import-fixture.ts';
import type { EnquiryImports } from '../../../../test/fixtures/enquiry-import-fixture.ts';
import { requestOf } from '../../../http/request-of.ts';
import { asCsv } from '../../../../test/import-workbook.ts';

let desk = {} as EnquiryImports;
beforeAll(async () => {
  desk = await openEnquiryImports();
});
afterAll(() => desk.api.stop());

it('an import reads amounts as the dry run showed them, whatever the language of the importer’s profile', async () => {
  const { api, admin } = desk;
  await api.db.updateTable('appUser').set({ locale: 'fr' }).where('id', '=', admin.id).execute();
  const { id, columns } = await desk.upload(
    admin,
    asCsv([
      ['Name', 'E-mail', 'Expected value', 'Currency'],
      ['Mina', 'mina@carfax.example', '1,234', 'KWD'],
      ['Lucy', 'lucy@hillingham.example', '1,234', 'EUR'],
    ]),
  );
  // The page is in English, where a comma stands between thousands.
  const checked = await admin.inject({
    ...requestOf(enquiryImports.check, { id, columns, rules: standing }),
    headers: { 'accept-language': 'en' },
  });
  const { data } = checked.json<{ data: { version: number } }>();
  const shown = (await desk.rowsOf(admin, id)).map(({ changes }) => changes);
  const done = await desk.runWhole(api, admin, { id, version: data.version });
  expect(shown).toEqual([[], []]);
  expect(done.outcomes).toMatchObject({ made: 2, refused: 0 });
  const values = (await admin.call(enquiries.list, {})).rows.map(({ name, expectedValue }) => [
    name,
    expectedValue,
  ]);
  expect(new Map(values as [string, number][])).toEqual(
    new Map([
      ['Mina', 1_234_000],
      ['Lucy', 123_400],
    ]),
  );
});
