import { clientDocuments, documentKinds } from '@daybook/contracts/crm/client-documents/client-documents';
import type { InputOf } from '@daybook/contracts/endpoint';
import { clientLevels } from '@daybook/contracts/crm/clients/client-levels';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let entityId: string;
let admin: Caller;
let manager: Caller;
let crm: Caller;
let other: Caller;

const keys = ['clients.view' as const, 'clients.edit' as const];

beforeAll(async () => {
  api = await startTestApi();
  entityId = await makeEntity(api.db);
  admin = await api.as({ userType: 'admin', name: 'Ada', keys });
  manager = await api.as({ userType: 'manager', scope: 'all', name: 'Mia', keys });
  crm = await api.as({ userType: 'crm', scope: 'own', name: 'Rose', keys });
  other = await api.as({ userType: 'executive', scope: 'all', name: 'Ed', keys });
});
afterAll(() => api.stop());

type Given = Partial<InputOf<typeof clientDocuments.create>>;

const client = (name?: string) => makeClient(api.db, { entityId, crmId: crm.id, ...(name && { name }) });
const made = async (who: Caller, clientId: string, more: Given = {}) =>
  who.call(clientDocuments.create, { clientId, kind: 'other', ...more });
const listed = async (who: Caller, clientId: string) =>
  (await who.call(clientDocuments.list, { filter: { clientId } })).rows.map(({ id }) => id);
const openings = async (entityId_: string) =>
  (
    await api.db
      .selectFrom('auditEvent')
      .select(['action', 'actorId'])
      .where('entityId', '=', entityId_)
      .where('action', 'in', ['client_documents.open', 'client_documents.file'])
      .orderBy('id')
      .execute()
  ).map(({ action, actorId }) => [action, actorId]);

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
const uploaded = async (who: Caller) =>
  (await who.inject(requestOf(clientDocuments.upload, { name: 'scan.pdf' }, { file: pdf }))).json<{
    data: { id: string };
  }>().data.id;

// docs/rules.md#documents-of-clients
describe('a document of the register', () => {
  it('has its dates, the place of its original and its file, and changes at the version that was seen', async () => {
    const clientId = await client();
    const document = await made(crm, clientId, {
      kind: 'signature_certificate',
      title: 'Class 3',
      number: 'DSC-1',
      holder: 'Bob',
      validFrom: '2025-01-01',
      validTo: '2027-01-01',
      originalAt: 'Safe',
      receivedOn: '2025-01-05',
      attachmentId: await uploaded(crm),
    });
    expect(document).toMatchObject({
      number: 'DSC-1',
      level: 'everyone',
      attachment: { label: 'scan.pdf', type: 'application/pdf' },
      crm: { label: 'Rose' },
      notice: null,
    });
    const {
      id,
      client: _client,
      crm: _crm,
      attachment,
      hasFile: _file,
      notice: _notice,
      ...fields
    } = document;
    const edit = { ...fields, id, attachmentId: attachment?.id, returnedOn: '2026-02-01' };
    const { version: _version, ...input } = edit;
    expect(await other.call(clientDocuments.edit, input, { version: 1 })).toMatchObject({
      returnedOn: '2026-02-01',
      attachment: { id: attachment?.id },
      version: 2,
    });
    expect(await crm.refused(clientDocuments.edit, input, { version: 1 })).toMatchObject({
      code: 'VERSION_CONFLICT',
      data: { returnedOn: '2026-02-01' },
    });
    await crm.call(clientDocuments.remove, { id }, { version: 2 });
    expect(await crm.refused(clientDocuments.open, { id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['ends before it begins', { validFrom: '2026-02-01', validTo: '2026-01-31' }, { validTo: 'DATE_ORDER' }],
    [
      'came back too early',
      { receivedOn: '2026-02-01', returnedOn: '2026-01-31' },
      { returnedOn: 'DATE_ORDER' },
    ],
    ['has a notice and no last day', { noticeDays: 30 }, { validTo: 'REQUIRED' }],
    ['has a task and no notice', { makesTask: true }, { noticeDays: 'REQUIRED' }],
  ])('that %s is refused on its field', async (_what, given, expected) => {
    const { errors } = await crm.refused(clientDocuments.create, {
      clientId: await client(),
      kind: 'other',
      ...given,
    });
    expect(Object.fromEntries(Object.entries(errors).map(([name, [first]]) => [name, first?.code]))).toEqual(
      expected,
    );
  });

  it('is read by level, which is usually narrower for identity papers and powers of attorney', async () => {
    const clientId = await client();
    const usual: Record<string, string> = {};
    for (const kind of documentKinds) usual[kind] = (await made(other, clientId, { kind })).level;
    expect(usual).toMatchObject({ identity: 'crm_up', power_of_attorney: 'crm_up', other: 'everyone' });

    const second = await client();
    const ids: Record<string, string> = {};
    for (const level of clientLevels) ids[level] = (await made(manager, second, { level })).id;
    const readers: [Caller, string[]][] = [
      [manager, ['everyone', 'crm_up', 'manager_up', 'author']],
      [admin, ['everyone', 'crm_up', 'manager_up']],
      [crm, ['everyone', 'crm_up']],
      [other, ['everyone']],
    ];
    for (const [who, levels] of readers) {
      expect(await listed(who, second)).toEqual(levels.map((level) => ids[level]));
      const { total } = await who.call(clientDocuments.total, { filter: { clientId: second } });
      expect(total).toBe(levels.length);
    }
    for (const endpoint of [clientDocuments.open, clientDocuments.file, clientDocuments.remove])
      expect(await other.refused(endpoint, { id: ids['crm_up'] }, { version: 1 })).toMatchObject({
        code: 'NOT_FOUND',
      });
  });

  it('has its level changed by its author, managers and admins; only its author keeps it to themselves', async () => {
    const clientId = await client();
    const { id } = await made(manager, clientId, { kind: 'identity' });
    const to = (level: string) => ({ id, kind: 'identity' as const, level });
    const refused = { code: 'PERM_DENIED', errors: { level: [{ code: 'PERM_DENIED' }] } };
    expect(await crm.refused(clientDocuments.edit, to('everyone'), { version: 1 })).toMatchObject(refused);
    expect(await admin.refused(clientDocuments.edit, to('author'), { version: 1 })).toMatchObject(refused);
    await admin.call(clientDocuments.edit, { ...to('manager_up'), level: 'manager_up' }, { version: 1 });
    expect(await listed(crm, clientId)).toEqual([]);
    await manager.call(clientDocuments.edit, { ...to('author'), level: 'author' }, { version: 2 });
    expect(await listed(admin, clientId)).toEqual([]);
  });

  it('shows the number of an identity paper to who opens it, and every opening is in the audit log', async () => {
    const clientId = await client('Hydra');
    const attachmentId = await uploaded(crm);
    const { id } = await made(crm, clientId, { kind: 'identity', number: 'P-123', attachmentId });
    const { rows } = await manager.call(clientDocuments.list, { filter: { clientId } });
    expect(rows).toMatchObject([{ id, number: null }]);
    const file = await manager.inject({
      url: `/api/v1/client-documents/export?format=csv&filter[clientId]=${clientId}`,
    });
    expect(file.body).toContain('Identity paper');
    expect(file.body).not.toContain('P-123');
    expect(await openings(id)).toEqual([]);

    expect((await manager.call(clientDocuments.open, { id })).number).toBe('P-123');
    expect((await manager.inject(requestOf(clientDocuments.file, { id }))).statusCode).toBe(200);
    await other.refused(clientDocuments.open, { id });
    expect(await openings(id)).toEqual([
      ['client_documents.open', manager.id],
      ['client_documents.file', manager.id],
    ]);
    const told = await api.db.selectFrom('auditEvent').select('body').where('entityId', '=', id).execute();
    expect(JSON.stringify(told)).not.toContain('P-123');

    // Neither a search for it nor a conflict of versions tells it.
    const searched = await manager.call(clientDocuments.list, { q: 'P-123', filter: { clientId } });
    expect(searched.rows).toEqual([]);
    for (const endpoint of [clientDocuments.edit, clientDocuments.remove]) {
      const input = endpoint === clientDocuments.edit ? { id, kind: 'identity' } : { id };
      const stale = await manager.refused(endpoint, input, { version: 99 });
      expect([stale.code, JSON.stringify(stale).includes('P-123')]).toEqual(['VERSION_CONFLICT', false]);
    }

    // The register of other documents is no secret; their files are.
    const plain = await made(crm, clientId, { number: 'E-1', attachmentId: await uploaded(crm) });
    expect((await manager.call(clientDocuments.open, { id: plain.id })).number).toBe('E-1');
    expect(await openings(plain.id)).toEqual([]);
    await manager.inject(requestOf(clientDocuments.file, { id: plain.id }));
    expect(await openings(plain.id)).toEqual([['client_documents.file', manager.id]]);
  });

  it('takes only a file that its author uploaded, and only once', async () => {
    const clientId = await client();
    const attachmentId = await uploaded(crm);
    const unknown = { errors: { attachmentId: [{ code: 'REFERENCE_UNKNOWN' }] } };
    const given = { clientId, kind: 'other', attachmentId };
    expect(await other.refused(clientDocuments.create, given)).toMatchObject(unknown);
    await made(crm, clientId, { attachmentId });
    expect(await crm.refused(clientDocuments.create, given)).toMatchObject(unknown);
  });

  it('of a client outside the scope is unknown', async () => {
    const clientId = await client();
    const { id } = await made(crm, clientId);
    const stranger = await api.as({ userType: 'crm', scope: 'own', keys });
    expect(await stranger.refused(clientDocuments.open, { id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await listed(stranger, clientId)).toEqual([]);
    await expect(
      api.appPool.query('update client_document set client_id = $1 where id = $2', [await client(), id]),
    ).rejects.toMatchObject({ code: 'DB001' });
    const refused = await stranger.refused(clientDocuments.create, { clientId, kind: 'other' });
    expect(refused.errors).toMatchObject({ clientId: [{ code: 'REFERENCE_UNKNOWN' }] });
    const viewer = await api.as({ userType: 'executive', scope: 'all', keys: ['clients.view'] });
    expect(await viewer.refused(clientDocuments.remove, { id }, { version: 1 })).toMatchObject({
      code: 'PERM_DENIED',
    });
  });
});

describe('the list of documents', () => {
  it('has those that expire first at the top, those that never expire last, and filters and pages of 20', async () => {
    const clientId = await client('Zenith');
    for (let day = 1; day <= 21; day += 1)
      await made(crm, clientId, { validTo: `2031-05-${String(day).padStart(2, '0')}`, title: `No ${day}` });
    await made(crm, clientId, { title: 'For ever', originalAt: 'Safe' });
    await made(crm, clientId, { title: 'Gone', receivedOn: '2026-01-01', returnedOn: '2026-01-02' });
    const ask = async (input: InputOf<typeof clientDocuments.list>) =>
      (await crm.call(clientDocuments.list, { ...input, filter: { clientId, ...input.filter } })).rows.map(
        ({ title }) => title,
      );
    const first = await crm.call(clientDocuments.list, { filter: { clientId } });
    expect(first.rows[0]).toMatchObject({ title: 'No 1', validTo: '2031-05-01' });
    expect(await ask({ cursor: first.next ?? '' })).toEqual(['No 21', 'For ever', 'Gone']);
    expect((await ask({ sort: '-validTo' })).slice(0, 3)).toEqual(['Gone', 'For ever', 'No 21']);
    expect(await ask({ filter: { from: '2031-05-20', to: '2031-05-21' } })).toEqual(['No 20', 'No 21']);
    expect(await ask({ filter: { original: 'held' } })).toEqual(['For ever']);
    expect(await ask({ filter: { original: 'returned' } })).toEqual(['Gone']);
    expect(await ask({ q: 'for ev' })).toEqual(['For ever']);
    expect(await ask({ filter: { kind: ['identity'] } })).toEqual([]);
    expect(await ask({ filter: { crmId: crm.id }, q: 'zenith', pageSize: 100 })).toHaveLength(23);
  });
});
