import { clientFiles } from '@daybook/contracts/crm/clients/client-files';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, Refused, TestApi } from '../../../test/test-api.ts';
import { purgeAttachments } from '../../files/store-attachment.ts';
import { requestOf } from '../../http/request-of.ts';
import { purgeClientFiles } from './save-client-file.ts';

let api: TestApi;
let entityId: string;
let admin: Caller;
let viewer: Caller;

beforeAll(async () => {
  api = await startTestApi();
  entityId = await makeEntity(api.db);
  admin = await api.as({ userType: 'super_admin', name: 'Ada' });
  viewer = await api.as({ userType: 'executive', scope: 'all', keys: ['clients.view'] });
});
afterAll(() => api.stop());

const client = () => makeClient(api.db, { entityId, crmId: admin.id });
const pdfOf = (text: string) => Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`);
const upload = (
  who: Caller,
  input: { id: string; name: string; year?: number },
  file: Buffer,
  key?: string,
) => who.inject(requestOf(clientFiles.add, input, { file, key }));
const added = async (id: string, name: string, year?: number) =>
  (await upload(admin, { id, name, ...(year && { year }) }, pdfOf(name))).json<{
    data: { id: string; version: number; label: string; year: number | null };
  }>().data;
const names = async (id: string, query: object = {}) =>
  (await admin.call(clientFiles.list, { id, ...query })).rows.map(({ label }) => label);

// docs/rules.md#files-of-a-client
describe('the files of a client', () => {
  it('are in folders by year or in the permanent file, and are found by name', async () => {
    const id = await client();
    await added(id, 'Deed.pdf');
    await added(id, 'Return 2024.pdf', 2024);
    await added(id, 'Retour.pdf', 2025);
    const { folders, inBin } = await admin.call(clientFiles.folders, { id });
    expect([folders, inBin]).toEqual([
      [
        { year: null, files: 1 },
        { year: 2025, files: 1 },
        { year: 2024, files: 1 },
      ],
      0,
    ]);
    expect(await names(id)).toEqual(['Retour.pdf', 'Return 2024.pdf', 'Deed.pdf']);
    expect(await names(id, { filter: { folder: 'permanent' } })).toEqual(['Deed.pdf']);
    expect(await names(id, { filter: { folder: '2024' } })).toEqual(['Return 2024.pdf']);
    expect(await names(id, { q: 'RET', sort: 'name' })).toEqual(['Retour.pdf', 'Return 2024.pdf']);
    expect((await admin.call(clientFiles.total, { id, q: 'ret' })).total).toBe(2);
  });

  it('are added once, however often the upload is sent', async () => {
    const id = await client();
    const once = () => upload(admin, { id, name: 'a.pdf' }, pdfOf('a'), 'file-sent-twice');
    const answers = [await once(), await once()].map(({ statusCode }) => statusCode);
    expect([answers, await names(id)]).toEqual([[200, 200], ['a.pdf']]);
  });

  it('are of the types that every document takes, recognised by their bytes', async () => {
    const id = await client();
    const refused = await upload(admin, { id, name: 'a.pdf' }, Buffer.from('MZ\u0090\u0000'));
    expect([refused.statusCode, refused.json<Refused>().code]).toEqual([415, 'FILE_KIND']);
    expect((await added(id, 'scan.exe')).label).toBe('scan.exe.pdf');
  });

  it('are renamed and moved at the version that was seen, and are downloaded under the new name', async () => {
    const id = await client();
    const { id: fileId } = await added(id, 'a.pdf');
    const change = { id, fileId, name: 'Deed of 1998', year: 2023 };
    expect(await admin.call(clientFiles.change, change, { version: 1 })).toMatchObject({
      label: 'Deed of 1998.pdf',
      year: 2023,
      version: 2,
    });
    expect(await admin.refused(clientFiles.change, change, { version: 1 })).toMatchObject({
      code: 'VERSION_CONFLICT',
      data: { label: 'Deed of 1998.pdf' },
    });
    const file = await viewer.inject(requestOf(clientFiles.file, { id, fileId }));
    expect(file.headers['content-disposition']).toContain('Deed%20of%201998.pdf');
    expect(file.body).toBe(pdfOf('a.pdf').toString());
  });

  it('go into the bin, come back from it, and are purged after thirty days', async () => {
    const id = await client();
    const { id: fileId } = await added(id, 'a.pdf', 2024);
    const at = { id, fileId };
    const bin = await admin.call(clientFiles.remove, at, { version: 1 });
    expect([await names(id), await names(id, { filter: { bin: 'true' } })]).toEqual([[], ['a.pdf']]);
    expect(await admin.refused(clientFiles.remove, at, { version: 2 })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    const back = await admin.call(clientFiles.restore, at, { version: bin.version });
    expect([await names(id), back.deletedAt]).toEqual([['a.pdf'], null]);
    await admin.call(clientFiles.remove, at, { version: back.version });
    await purgeClientFiles(api.db);
    expect(await names(id, { filter: { bin: 'true' } })).toEqual(['a.pdf']);
    await api.ownerPool.query(
      `update client_file set deleted_at = now() - interval '31 days' where id = $1`,
      [fileId],
    );
    await api.ownerPool.query('alter table attachment disable trigger attachment_fixed');
    await api.ownerPool.query(`update attachment set created_at = now() - interval '2 days'`);
    await api.ownerPool.query('alter table attachment enable trigger attachment_fixed');
    await purgeClientFiles(api.db);
    await purgeAttachments(api.db);
    expect(await names(id, { filter: { bin: 'true' } })).toEqual([]);
    const left = await api.ownerPool.query('select name from attachment where name = $1', ['a.pdf']);
    // Files of other clients stay.
    expect(left.rowCount).toBe(
      (
        await api.ownerPool.query(`select from client_file join attachment on attachment.id = attachment_id
        where attachment.name = 'a.pdf'`)
      ).rowCount,
    );
  });

  it('keep their client and content against raw SQL, and are deleted from the bin only', async () => {
    const { id: fileId } = await added(await client(), 'a.pdf');
    const broken = { code: 'DB001' };
    for (const text of [
      `update client_file set client_id = '${await client()}' where id = $1`,
      'update client_file set attachment_id = id where id = $1',
      'delete from client_file where id = $1',
    ])
      await expect(api.appPool.query(text, [fileId])).rejects.toMatchObject(broken);
  });

  it('are only read by people who may not edit the client, and unknown to those who do not see it', async () => {
    const id = await client();
    const { id: fileId } = await added(id, 'a.pdf');
    expect((await upload(viewer, { id, name: 'b.pdf' }, pdfOf('b'))).statusCode).toBe(403);
    expect(await viewer.refused(clientFiles.remove, { id, fileId }, { version: 1 })).toMatchObject({
      code: 'PERM_DENIED',
    });
    const stranger = await api.as({ userType: 'crm', scope: 'own', keys: ['clients.view', 'clients.edit'] });
    expect((await stranger.inject(requestOf(clientFiles.file, { id, fileId }))).statusCode).toBe(404);
    expect((await upload(stranger, { id, name: 'b.pdf' }, pdfOf('b'))).statusCode).toBe(404);
    const another = await client();
    expect(await admin.refused(clientFiles.remove, { id: another, fileId }, { version: 1 })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
