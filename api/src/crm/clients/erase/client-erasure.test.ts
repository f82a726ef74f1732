import { clientErasure } from '@daybook/contracts/crm/clients/client-erasure';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { history } from '@daybook/contracts/history';
import { bookChecks } from '@daybook/contracts/settings/book-checks/book-checks';
import { acmeOf } from '../../../../test/acme.ts';
import { makeClientToErase, tablesWith, traces } from '../../../../test/fixtures/client-to-erase.ts';
import { makeClient } from '../../../../test/fixtures/masters.ts';
import { tableContents } from '../../../../test/fixtures/table-contents.ts';
import { sealAll } from '../../../../test/seal-all.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';
import { verifyAudit } from '../../../audit/verify.ts';
import { makeAskedCheck } from '../../../books/checks-by-hand.ts';
import { purgeAttachments } from '../../../files/store-attachment.ts';

let api: TestApi;
let owner: Caller;
beforeEach(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin', name: 'Olga Owner' });
});
afterEach(() => api.stop());

const reason = 'Asked for by letter';
const erase = (client: { id: string; code: string; version: number }, key?: string) =>
  owner.call(
    clientErasure.erase,
    { id: client.id, code: client.code, reason },
    { version: client.version, ...(key !== undefined && { key }) },
  );
const refusedErasure = (client: { id: string; code: string; version: number }, who = owner) =>
  who.refused(clientErasure.erase, { id: client.id, code: client.code, reason }, { version: client.version });
const preview = (id: string) => owner.call(clientErasure.preview, { id });
const countOf = async (table: string, where: string) =>
  (await api.ownerPool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)).rows[0]
    ?.n;

// docs/rules.md#erasure-of-a-client
describe('the erasure of a client', () => {
  it('leaves its contact data only in issued documents with their mails, and in the audit log', async () => {
    const { client } = await makeClientToErase(api, owner);
    const everything = Object.values(traces);
    expect(await countOf('saved_view', 'true')).toBe(1);
    expect(await tablesWith(api, everything)).toEqual(
      expect.arrayContaining(
        `attachment client client_address client_document client_file client_mail client_note client_registration contact
        email_message enquiry enquiry_note follow_up idempotency_key import_row invoice_mail merged_client notification reminder
        task task_checklist_item task_note time_entry`.split(/\s+/),
      ),
    );
    await erase(client);
    // The invoice and the receipt print whom they were made out to, and the mail of the invoice whom it was sent to.
    expect(await tablesWith(api, everything)).toEqual(['audit_event', 'invoice', 'invoice_mail', 'receipt']);
    expect(await tablesWith(api, [traces.note, traces.phone, traces.register, traces.file])).toEqual([
      'audit_event',
    ]);
    expect(await countOf('saved_view', 'true')).toBe(0);
    expect(await countOf('invoice', 'issued_at is null')).toBe(0);
  });

  it('adds nothing to the audit log but what went, and who erased it', async () => {
    const { client } = await makeClientToErase(api, owner);
    const { rows } = await api.ownerPool.query<{ last: string }>('select max(id) as last from audit_event');
    await erase(client);
    const added = await api.ownerPool.query<{ entity: string; action: string; body: unknown; actor: string }>(
      'select entity, action, body, actor_id as actor from audit_event where id > $1',
      [rows[0]?.last],
    );
    expect(new Set(added.rows.map(({ action, actor }) => `${action} ${actor}`))).toEqual(
      new Set([`client_erasure.erase ${owner.id}`]),
    );
    const entities = new Set(added.rows.map(({ entity }) => entity));
    for (const entity of [
      'client',
      'client_erasure',
      'contact',
      'client_note',
      'client_file',
      'task_note',
      'follow_up',
    ])
      expect(entities).toContain(entity);
    const said = JSON.stringify(added.rows.filter(({ entity }) => entity !== 'client_erasure'));
    for (const trace of Object.values(traces)) expect(said).not.toContain(trace);
    await sealAll(api.db);
    expect((await verifyAudit(api.db)).findings).toEqual([]);
  });

  it('is one line of the history of the client and of its tasks, which say nothing of what went', async () => {
    const { client, taskId } = await makeClientToErase(api, owner);
    const told = async () =>
      JSON.stringify([
        await owner.call(history.of, { kind: 'client', id: client.id }),
        await owner.call(history.of, { kind: 'task', id: taskId }),
      ]);
    await api.ownerPool.query(`update client set notes = 'Nothing special' where id = $1`, [client.id]);
    expect(await told()).toContain(traces.note);
    await erase(client);
    for (const trace of Object.values(traces)) expect(await told()).not.toContain(trace);
    const { events } = await owner.call(history.of, { kind: 'client', id: client.id });
    expect(events[0]).toMatchObject({
      by: 'Olga Owner',
      action: 'client_erasure.erase',
      changes: [],
      parts: [],
    });
  });

  it('leaves books in which the check finds nothing', async () => {
    const { client } = await makeClientToErase(api, owner);
    await erase(client);
    await sealAll(api.db);
    await owner.call(bookChecks.run, {});
    await makeAskedCheck(api.db, api.db);
    const [check] = (await owner.call(bookChecks.list, {})).rows;
    expect(check?.findings).toEqual([]);
  });

  it('lets the bytes of the files go with the next purge', async () => {
    const { client } = await makeClientToErase(api, owner);
    const content = `sha256 in (select sha256 from file_piece where position('the deed of Quillfeather' in encode(bytes, 'escape')) > 0)`;
    expect(await countOf('file_content', content)).toBe(1);
    await erase(client);
    await purgeAttachments(api.db);
    expect(await countOf('file_content', content)).toBe(0);
  });

  it('does what its preview says', async () => {
    const { client } = await makeClientToErase(api, owner);
    const said = await preview(client.id);
    expect(said).toMatchObject({
      version: client.version,
      obstacles: [],
      gone: [
        { kind: 'contacts', count: 1 },
        { kind: 'addresses', count: 1 },
        { kind: 'registrations', count: 1 },
        { kind: 'notes', count: 1 },
        { kind: 'files', count: 1 },
        { kind: 'documents', count: 1 },
        { kind: 'clientMails', count: 1 },
        { kind: 'drafts', count: 1 },
        { kind: 'taskNotes', count: 1 },
        { kind: 'checklistItems', count: 1 },
      ],
      emptied: [
        { kind: 'documentMails', count: 1 },
        { kind: 'followUps', count: 1 },
        { kind: 'tasks', count: 1 },
        { kind: 'timeEntries', count: 1 },
        { kind: 'enquiries', count: 1 },
      ],
      kept: [
        { kind: 'invoices', count: 1 },
        { kind: 'receipts', count: 1 },
        { kind: 'entries', count: 2 },
      ],
      terms: [{ years: 7, lastOn: '2026-04-05' }],
    });
    await erase(client);
    const after = await preview(client.id);
    expect(after).toMatchObject({ gone: [], kept: said.kept });
    expect(after.emptied).toEqual(said.emptied.filter(({ kind }) => kind !== 'timeEntries'));
  });

  it('keeps people who are contacts of other clients, and says so', async () => {
    const { client, entityId } = await makeClientToErase(api, owner);
    const [person] = client.contacts;
    const other = await owner.call(clients.create, {
      ...acmeOf(owner.id, entityId).acme(),
      contacts: [{ id: person?.id, name: traces.person, email: traces.email, phone: traces.phone }],
    });
    expect((await preview(client.id)).gone[0]).toEqual({ kind: 'sharedContacts', count: 1 });
    await erase(client);
    const { contacts } = await owner.call(clients.open, { id: other.id });
    expect(contacts).toMatchObject([{ name: traces.person, email: traces.email }]);
    expect(await countOf('client_contact', `client_id = '${client.id}'`)).toBe(0);
  });

  it('leaves a client with its code for a name, which takes nothing new and does not come back', async () => {
    const { client, entityId } = await makeClientToErase(api, owner);
    const erased = await erase(client);
    expect(erased).toMatchObject({
      code: client.code,
      name: client.code,
      status: 'inactive',
      erasedAt: expect.any(String) as string,
      contacts: [],
      addresses: [],
      notes: null,
      tags: [],
    });
    const { id, version } = erased;
    const codes = await Promise.all([
      owner.refused(clients.reactivate, { id, reason: 'Back' }, { version }),
      owner.refused(clients.edit, { ...acmeOf(owner.id, entityId).acme(), id }, { version }),
      owner.refused(clientNotes.add, { id, body: 'A word more' }),
    ]);
    expect(codes.map(({ code }) => code)).toEqual(['CLIENT_ERASED', 'CLIENT_ERASED', 'CLIENT_ERASED']);
    const { rows } = await owner.call(clients.list, { filter: { status: 'active' }, pageSize: 50 });
    expect(rows.filter((row) => row.id === id)).toEqual([]);
  });

  it('refuses a request again whose stored reply it removed', async () => {
    const entityId = (await makeClientToErase(api, owner)).entityId;
    const input = { ...acmeOf(owner.id, entityId).acme(), name: 'Someone else' };
    const client = await owner.call(clients.create, input, { key: 'the-same-key' });
    await erase(client);
    expect((await owner.refused(clients.create, input, { key: 'the-same-key' })).code).toBe('NOT_FOUND');
    expect(await countOf('client', `name = 'Someone else'`)).toBe(0);
  });

  it('is asked for by super admins, with the code of the client and the version that they saw', async () => {
    const { client } = await makeClientToErase(api, owner);
    const admin = await api.as({ userType: 'admin' });
    expect((await refusedErasure(client, admin)).code).toBe('PERM_DENIED');
    expect((await admin.refused(clientErasure.preview, { id: client.id })).code).toBe('PERM_DENIED');
    const mistyped = await refusedErasure({ ...client, code: 'another' });
    expect(mistyped.errors?.['code']).toMatchObject([{ code: 'CODE_DIFFERS' }]);
    expect((await refusedErasure({ ...client, version: client.version + 1 })).code).toBe('VERSION_CONFLICT');
    expect(await countOf('client_erasure', 'true')).toBe(0);
  });

  it('happens once, however often it is sent and by however many', async () => {
    const { client } = await makeClientToErase(api, owner);
    const first = await erase(client, 'one-erasure');
    expect(await erase(client, 'one-erasure')).toEqual(first);
    expect((await refusedErasure(first)).code).toBe('CLIENT_ERASED');
    const second = await makeClient(api.db, { entityId: first.defaultEntity.id, crmId: owner.id });
    const { code } = await owner.call(clients.open, { id: second });
    const both = await Promise.allSettled([
      erase({ id: second, code, version: 1 }),
      erase({ id: second, code, version: 1 }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await countOf('client_erasure', 'true')).toBe(2);
  });

  it('changes nothing if it breaks off in the middle', async () => {
    const { client } = await makeClientToErase(api, owner);
    const before = await tableContents(api.ownerPool, []);
    await api.ownerPool.query(`alter table idempotency_key add constraint break_off check (reply <> 'null')`);
    expect((await refusedErasure(client)).code).toBe('INTERNAL');
    await api.ownerPool.query('alter table idempotency_key drop constraint break_off');
    expect(await tableContents(api.ownerPool, [])).toEqual(before);
  });
});
