import { clientErasure } from '@daybook/contracts/crm/clients/client-erasure';
import { clientMerge } from '@daybook/contracts/crm/clients/client-merge';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { makeClient } from '../../../../test/fixtures/masters.ts';
import {
  openOpeningImports,
  openingHeads,
  openingLine,
} from '../../../../test/fixtures/opening-import-fixture.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

it('the rows of an import of opening balances that name a client go when the client is erased', async () => {
  const desk = await openOpeningImports(api, admin);
  const client = { entityId: desk.entityId, crmId: admin.id };
  const id = await makeClient(api.db, { ...client, name: 'Mina Härker' });
  await makeClient(api.db, { ...client, name: 'Mina Harker Ltd' });
  const merged = await makeClient(api.db, { ...client, name: 'Wilhelmina' });
  const [kept, other] = await Promise.all([id, merged].map((one) => admin.call(clients.open, { id: one })));
  const { code, version } = await admin.call(
    clientMerge.merge,
    { id, otherId: merged, otherVersion: other?.version ?? 0 },
    { version: kept?.version ?? 0 },
  );
  const done = await desk.imported([
    openingHeads,
    openingLine(code, 'W-1', '2026-01-15', '', '', '5', '', 'TDS'),
    openingLine('mina ha\u0308rker', 'A-1', 'soon', '', '', '5'),
    openingLine('Mina Harker Ltd', 'A-2', '2026-01-15', '', '', '6'),
    openingLine(other?.code ?? '', 'A-4', 'soon', '', '', '8'),
    openingLine(desk.code, 'A-3', '2026-01-15', '', '', '7'),
  ]);
  expect(done.outcomes).toMatchObject({ made: 3, refused: 2 });
  await admin.call(clientErasure.erase, { id, code, reason: 'Asked for by letter' }, { version });
  expect((await desk.rowsOf(done.id)).map(({ id: no }) => no)).toEqual(['4', '6']);
  // The dry run says already that an erased client takes nothing new.
  expect(await desk.faultsOf([openingHeads, openingLine(code, 'A-5', '2026-01-15', '', '', '5')])).toEqual([
    ['client REFERENCE_UNKNOWN'],
  ]);
});
