import { pino } from 'pino';
import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import type { InputOf } from '@daybook/contracts/endpoint';
import { notifications } from '@daybook/contracts/notifications';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { openDatabase } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import { makeRenewalTask } from '../../tasks/tasks/make-renewal-task.ts';
import { giveNotices } from './give-notices.ts';

const log = pino({ level: 'silent' });
const noTask = () => Promise.reject(new Error('no task today'));

let api: TestApi;
let second: Database;
let entityId: string;
let admin: Caller;
let crm: Caller;

beforeAll(async () => {
  api = await startTestApi();
  second = openDatabase(api.urls.app, log);
  entityId = await makeEntity(api.db, { timezone: 'Asia/Kolkata' });
  admin = await api.as({ userType: 'super_admin', name: 'Ada' });
});
beforeEach(async () => {
  crm = await api.as({ userType: 'crm', name: 'Rose', keys: ['clients.view', 'clients.edit', 'tasks.view'] });
});
afterEach(() => api.ownerPool.query('update installation set held_since = null'));
afterAll(async () => {
  await second.close();
  await api.stop();
});

const client = (name = 'Hydra') => makeClient(api.db, { entityId, crmId: crm.id, name });
const made = (clientId: string, more: Partial<InputOf<typeof clientDocuments.create>> = {}) =>
  admin.call(clientDocuments.create, {
    clientId,
    kind: 'power_of_attorney',
    validTo: '2031-03-31',
    noticeDays: 30,
    ...more,
  });
const at = (clock: string) => giveNotices(api.db, { clock, makeTask: makeRenewalTask, log });
const bell = async (who: Caller) =>
  (await who.call(notifications.list, {})).rows.filter(({ kind }) => kind === 'document_expiring');
const tasksOf = async (clientId: string) =>
  (await admin.call(tasks.list, { filter: { clientId } })).rows.map(({ title, dueOn, assignees }) => [
    title,
    dueOn,
    assignees.map(({ id }) => id),
  ]);

// docs/rules.md#documents-of-clients
describe('the notice of an expiry', () => {
  it('goes to the relationship manager on its day, in the zone of the billing entity, with a task on choice', async () => {
    const clientId = await client();
    const { id } = await made(clientId, { makesTask: true });
    // The first of March begins at 18:30 UTC in India.
    await at('2031-02-28T18:29:00Z');
    expect(await bell(crm)).toEqual([]);
    await at('2031-02-28T18:31:00Z');
    expect(await bell(crm)).toMatchObject([
      { params: { client: 'Hydra', date: '2031-03-31' }, record: { kind: 'client_document', id } },
    ]);
    expect(await tasksOf(clientId)).toEqual([['Renew: Power of attorney, Hydra', '2031-03-31', [crm.id]]]);
    expect((await admin.call(clientDocuments.open, { id })).notice).toMatchObject({
      validTo: '2031-03-31',
      task: { label: expect.stringContaining('Renew') },
    });
  });

  it('is given once by two servers at once, and again only for another last day', async () => {
    const clientId = await client();
    const documents = [];
    for (let no = 0; no < 8; no += 1) documents.push(await made(clientId, { makesTask: true }));
    const doing = { clock: '2031-03-10T00:00:00Z', makeTask: makeRenewalTask, log };
    await Promise.all([
      giveNotices(api.db, doing),
      giveNotices(second.db, doing),
      giveNotices(api.db, doing),
    ]);
    await at('2031-03-11T00:00:00Z');
    expect([(await bell(crm)).length, (await tasksOf(clientId)).length]).toEqual([8, 8]);

    const [document] = documents;
    const renewed = { id: document?.id ?? '', kind: 'power_of_attorney' as const, noticeDays: 10 };
    await admin.call(clientDocuments.edit, { ...renewed, validTo: '2033-03-31' }, { version: 1 });
    await at('2033-03-20T00:00:00Z');
    expect((await bell(crm)).length).toBe(8);
    await at('2033-03-21T00:00:00Z');
    expect((await bell(crm)).length).toBe(9);
    await expect(
      api.appPool.query('delete from client_document_notice where document_id = $1', [renewed.id]),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('waits while the installation is held, and leaves no half behind if its task fails', async () => {
    const clientId = await client();
    await made(clientId, { makesTask: true });
    await api.ownerPool.query('update installation set held_since = now()');
    await at('2031-03-10T00:00:00Z');
    expect(await bell(crm)).toEqual([]);
    await api.ownerPool.query('update installation set held_since = null');
    await giveNotices(api.db, { clock: '2031-03-10T00:00:00Z', makeTask: noTask, log }).catch(
      () => undefined,
    );
    expect([await bell(crm), await tasksOf(clientId)]).toEqual([[], []]);
    await at('2031-03-10T00:00:00Z');
    expect([(await bell(crm)).length, (await tasksOf(clientId)).length]).toEqual([1, 1]);
  });

  it('goes to somebody who may read the document', async () => {
    const manager = await api.as({ userType: 'manager', name: 'Mia', keys: ['clients.view'] });
    const clientId = await client();
    await api.ownerPool.query('update client set manager_id = $1 where id = $2', [manager.id, clientId]);
    await made(clientId, { level: 'manager_up' });
    await at('2031-03-10T00:00:00Z');
    expect([(await bell(crm)).length, (await bell(manager)).length]).toEqual([0, 1]);
  });

  it('goes to an admin once the relationship manager has left, and waits if nobody else may read the document', async () => {
    const boss = await api.as({ userType: 'admin', name: 'Ben' });
    const clientId = await client('Left alone');
    const expiring = { clientId, validTo: '2031-03-31', noticeDays: 30 };
    await crm.call(clientDocuments.create, { ...expiring, kind: 'power_of_attorney', makesTask: true });
    const own = await crm.call(clientDocuments.create, { ...expiring, kind: 'other', level: 'author' });
    await api.ownerPool.query(
      `update app_user set status = 'deactivated', left_on = current_date where id = $1`,
      [crm.id],
    );
    await at('2031-03-10T00:00:00Z');
    expect(await bell(boss)).toMatchObject([{ params: { client: 'Left alone' } }]);
    expect(await tasksOf(clientId)).toMatchObject([[expect.anything(), '2031-03-31', [boss.id]]]);
    const { rows } = await api.ownerPool.query('select from client_document_notice where document_id = $1', [
      own.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('goes to nobody who no longer sees the client, and waits for its author until they see it', async () => {
    const author = await api.as({ userType: 'crm', scope: 'own', keys: ['clients.view', 'clients.edit'] });
    const clientId = await makeClient(api.db, { entityId, crmId: author.id });
    const { id } = await author.call(clientDocuments.create, {
      clientId,
      kind: 'other',
      level: 'author',
      validTo: '2031-03-31',
      noticeDays: 30,
    });
    const give = (person: Caller) =>
      api.ownerPool.query('update client set crm_id = $1 where id = $2', [person.id, clientId]);
    await give(crm);
    await at('2031-03-10T00:00:00Z');
    expect([await bell(author), await bell(crm)]).toEqual([[], []]);
    await give(author);
    await at('2031-03-11T00:00:00Z');
    expect(await bell(author)).toMatchObject([{ record: { kind: 'client_document', id } }]);
  });

  it('is given of a document that was recorded on its last day where the billing entity is', async () => {
    const clientId = await client();
    const { id } = await made(clientId, { validTo: '2031-03-10' });
    // In India it is the tenth already, and still the ninth in UTC; an hour earlier it had not expired anywhere.
    await api.ownerPool.query(
      `update client_document set created_at = '2031-03-10T19:00:00Z' where id = $1`,
      [id],
    );
    await at('2031-03-10T19:30:00Z');
    expect(await bell(crm)).toEqual([]);
    await api.ownerPool.query(
      `update client_document set created_at = '2031-03-10T18:00:00Z' where id = $1`,
      [id],
    );
    await at('2031-03-10T19:30:00Z');
    expect((await bell(crm)).length).toBe(1);
  });

  it('is not given of what was given back, had expired before, or belongs to an inactive client', async () => {
    const clientId = await client();
    await made(clientId, { returnedOn: '2026-01-01' });
    await made(clientId, { validTo: '2020-01-01' });
    const inactive = await client('Gone');
    await made(inactive);
    await api.ownerPool.query(
      `update client set status = 'inactive', inactive_on = '2026-01-01', status_reason = 'left' where id = $1`,
      [inactive],
    );
    await at('2031-03-10T00:00:00Z');
    expect(await bell(crm)).toEqual([]);
  });
});
