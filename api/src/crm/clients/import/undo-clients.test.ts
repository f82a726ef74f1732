import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { jobs } from '@daybook/contracts/jobs/jobs';
import { doWaiting, dryRun, openImporter } from '../../../../test/fixtures/import-fixture.ts';
import type { Importer } from '../../../../test/fixtures/import-fixture.ts';
import { purgeImports } from '../../../imports/undo-import.ts';

let { api, admin, standing, made, open, imported, undone } = {} as Importer;
beforeAll(async () => {
  ({ api, admin, standing, made, open, imported, undone } = await openImporter());
});
afterAll(() => api.stop());

describe('the undo of an import', () => {
  it.each([
    ['a note', (id: string) => admin.call(clientNotes.add, { id, body: 'Called them' })],
    [
      'an entry of the document register',
      (clientId: string) =>
        admin.call(clientDocuments.create, { clientId, kind: 'power_of_attorney', originalAt: 'Safe 3' }),
    ],
  ])('keeps a client that has got %s', async (what, use) => {
    const done = await imported([
      ['Code', 'Name'],
      [`U ${what}`, `With ${what}`],
    ]);
    const [row] = (await admin.call(clients.list, { q: `With ${what}` })).rows;
    await use(row?.id ?? '');
    expect(await undone(done.id)).toMatchObject({ undone: 0, kept: 1 });
  });

  it('leaves a credit limit alone that the importer did not see', async () => {
    const { id } = await made('Limited', { oldCode: 'L-1', creditLimit: 500_000 });
    const clerk = await api.as({
      userType: 'manager',
      scope: 'all',
      keys: ['clients.import', 'clients.view', 'clients.edit'],
    });
    const rows = [
      ['Code', 'Name'],
      ['L-1', 'Limited again'],
    ];
    const done = await imported(rows, {}, clerk);
    expect(await open(id)).toMatchObject({ name: 'Limited again', creditLimit: 500_000 });
    expect(await undone(done.id)).toMatchObject({ undone: 1 });
    expect(await open(id)).toMatchObject({ name: 'Limited', creditLimit: 500_000 });
  });

  it('can be begun again after it was stopped, and goes on with the rows that are left', async () => {
    const rows = Array.from({ length: 3 }, (_, index) => [`S-${index}`, `Stopped ${index}`]);
    const done = await imported([['Code', 'Name'], ...rows]);
    await admin.call(clientImports.undo, { id: done.id });
    const [job] = (await admin.call(jobs.list, {})).rows;
    await admin.call(jobs.cancel, { id: job?.id ?? '' });
    const stopped = await admin.call(clientImports.open, { id: done.id });
    expect(stopped).toMatchObject({ status: 'done', undone: 0, outcomes: { made: 3 } });
    expect(stopped.undoUntil).not.toBeNull();
    expect(await undone(done.id)).toMatchObject({ status: 'undone', undone: 3, undoUntil: null });
  });
});

describe('an import whose rows were not all done', () => {
  it('counts as stopped if the permission was lost, and can be run again', async () => {
    const clerk = await api.as({
      userType: 'manager',
      scope: 'all',
      keys: ['clients.view', 'clients.import'],
    });
    const rows = [
      ['Code', 'Name'],
      ['LOST-1', 'Lost'],
    ];
    const checked = await dryRun(clerk, rows, standing);
    await clerk.call(clientImports.run, { id: checked.id, onlyValid: false }, { version: checked.version });
    await api.ownerPool.query(`delete from user_grant where user_id = $1 and key = 'clients.import'`, [
      clerk.id,
    ]);
    await doWaiting(api);
    const left = await admin.call(clientImports.open, { id: checked.id });
    expect(left).toMatchObject({ status: 'cancelled', outcomes: { made: 0 }, undoUntil: null });
    const again = { id: left.id, onlyValid: false };
    await admin.call(clientImports.run, again, { version: left.version });
    await doWaiting(api);
    expect(await admin.call(clientImports.open, { id: left.id })).toMatchObject({
      status: 'done',
      outcomes: { made: 1 },
    });
  });
});

describe('an import of a month ago that was run today', () => {
  it('stays until it can no longer be undone', async () => {
    const { id } = await imported([
      ['Code', 'Name'],
      ['OLD-9', 'Old file'],
    ]);
    await api.ownerPool.query(`update import set created_at = now() - interval '31 days' where id = $1`, [
      id,
    ]);
    await purgeImports(api.db);
    expect(await admin.call(clientImports.open, { id })).toMatchObject({ status: 'done' });
    // The job of an import that can no longer be undone may have been purged.
    await api.ownerPool.query('update import set job_id = null where id = $1', [id]);
    await purgeImports(api.db);
    expect((await admin.refused(clientImports.open, { id })).code).toBe('NOT_FOUND');
  });
});
