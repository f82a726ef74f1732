import { openEnquiryImports, standing } from '../../../../test/fixtures/enquiry-import-fixture.ts';
import type { EnquiryImports } from '../../../../test/fixtures/enquiry-import-fixture.ts';

let desk = {} as EnquiryImports;
beforeAll(async () => {
  desk = await openEnquiryImports();
});
afterAll(() => desk.api.stop());

it('a new enquiry is of today, and may have come to its stage today, where the firm is', async () => {
  const { api, admin, entityId } = desk;
  // A zone where it is another day now than in UTC.
  const timezone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Etc/GMT+12';
  await api.ownerPool.query('update billing_entity set timezone = $2 where id = $1', [entityId, timezone]);
  const { rows } = await api.ownerPool.query<{ today: string }>(
    'select (now() at time zone $1)::date::text as today',
    [timezone],
  );
  const today = rows[0]?.today ?? '';
  expect(today).not.toBe(new Date().toISOString().slice(0, 10));
  const { id } = await desk.dryRun(
    admin,
    [
      ['Name', 'E-mail', 'Date', 'Stage', 'In this stage since'],
      ['Mina', 'mina@carfax.example', '', '', ''],
      ['Lucy', 'lucy@hillingham.example', today, 'Contacted', today],
    ],
    standing,
  );
  const [mina, lucy] = await desk.rowsOf(admin, id);
  expect(mina?.defaults.find(({ field }) => field === 'enquiryDate')?.value).toBe(today);
  expect(lucy).toMatchObject({ state: 'new', faults: [] });
});
