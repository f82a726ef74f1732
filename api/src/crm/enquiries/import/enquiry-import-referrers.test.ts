import { clientMerge } from '@daybook/contracts/crm/clients/client-merge';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { openEnquiryImports, standing } from '../../../../test/fixtures/enquiry-import-fixture.ts';
import type { EnquiryImports } from '../../../../test/fixtures/enquiry-import-fixture.ts';

let desk = {} as EnquiryImports;
beforeAll(async () => {
  desk = await openEnquiryImports();
});
afterAll(() => desk.api.stop());

it('whoever referred an enquiry is found by any spelling of the name, and by the code of a merged client', async () => {
  const { admin, asClient } = desk;
  const [greek, french, merged] = await Promise.all(
    ['ΑΦΟΙ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'Café Société', 'Doublet'].map((name) =>
      admin.call(clients.create, { ...asClient(), name }),
    ),
  );
  if (!greek || !french || !merged) throw new Error('a client was not made');
  await admin.call(
    clientMerge.merge,
    { id: french.id, otherId: merged.id, otherVersion: merged.version },
    { version: french.version },
  );
  const named = ['ΑΦΟΙ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'Cafe\u0301\u00A0Socie\u0301te\u0301', merged.code];
  const { id } = await desk.dryRun(
    admin,
    [
      ['Name', 'E-mail', 'Referred by'],
      ...named.map((name, at) => [`Referred ${at}`, `referred.${at}@firm.example`, name]),
    ],
    standing,
  );
  expect((await desk.rowsOf(admin, id)).map(({ faults }) => faults)).toEqual([[], [], []]);
});
