import { createHash, randomBytes } from 'node:crypto';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { uuidv7 } from 'uuidv7';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientData } from '@daybook/contracts/crm/clients/client-data';
import { clientFiles } from '@daybook/contracts/crm/clients/client-files';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { apiBase } from '@daybook/contracts/endpoint';
import { acmeOf } from '../../../../test/acme.ts';
import { openBillingFixture } from '../../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../../test/fixtures/billing-fixture.ts';
import { makeEntity } from '../../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import type { Caller, Refused, TestApi } from '../../../../test/test-api.ts';
import { keepContent } from '../../../files/file-content.ts';
import { requestOf } from '../../../http/request-of.ts';

let api: TestApi;
let owner: Caller;
let entityId: string;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin', name: 'Olga Owner' });
  entityId = await makeEntity(api.db);
  fixture = await openBillingFixture(api, owner, { entityId });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.stop());

const client = async () => owner.call(clients.create, { ...acmeOf(owner.id, entityId).whole() });
const asked = async (id: string, who = owner) => who.inject(requestOf(clientData.download, { id }));
const archive = async (id: string) => unzipSync((await asked(id)).rawPayload);
type Archive = Awaited<ReturnType<typeof archive>>;
const rowsOf = (files: Archive, table: string) =>
  JSON.parse(strFromU8(files[`data/${table}.json`] ?? new Uint8Array())) as Record<string, unknown>[];
const readings = async (id: string) =>
  (
    await api.db
      .selectFrom('auditEvent')
      .select(['action', 'actorId'])
      .where('entity', '=', 'client_data')
      .where('entityId', '=', id)
      .execute()
  ).map(({ action, actorId }) => [action, actorId]);

const pdf = Buffer.from('%PDF-1.4\nthe deed of the client\n%%EOF\n');
const addFile = (id: string, name: string) =>
  owner.inject(requestOf(clientFiles.add, { id, name, year: 2025 }, { file: pdf }));

/** As many files of one megabyte each, which cannot be compressed. */
async function fill(clientId: string, count: number) {
  for (let no = 0; no < count; no += 1) {
    const bytes = randomBytes(1024 * 1024);
    const sha256 = createHash('sha256').update(bytes).digest();
    const read = (from: number, length: number) => bytes.subarray(from, from + length);
    await keepContent(api.db, { sha256, size: bytes.length, type: 'application/pdf', read });
    const id = uuidv7();
    await api.db
      .insertInto('attachment')
      .values({ id, sha256, name: `${no}.pdf` })
      .execute();
    await api.db
      .insertInto('clientFile')
      .values({ id: uuidv7(), clientId, attachmentId: id, name: `${no}.pdf` })
      .execute();
  }
}

/** A download whose reader has taken nothing yet. */
const begun = (id: string, { token } = owner) =>
  new Promise<IncomingMessage>((resolve) => {
    const { port } = api.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${token}` };
    get({ port, path: `${apiBase}/clients/${id}/data`, headers }, resolve);
  });

/** Takes the rest; the number of bytes. */
async function allOf(answer: IncomingMessage): Promise<number> {
  let received = 0;
  for await (const chunk of answer) received += (chunk as Buffer).length;
  return received;
}

// docs/rules.md#data-of-a-client
describe('the data of a client', () => {
  it('is a ZIP with a JSON file for each kind of record, and of this client alone', async () => {
    const one = await client();
    const other = await client();
    await owner.call(clientNotes.add, { id: one.id, body: 'Prefers calls before noon' });
    await owner.call(clientNotes.add, { id: other.id, body: 'A note of the other client' });
    const files = await archive(one.id);
    expect(rowsOf(files, 'client')).toMatchObject([{ id: one.id, code: one.code, credit_limit: 500_000 }]);
    expect(rowsOf(files, 'contact').map(({ name }) => name)).toEqual(['Ada Lovelace', 'Bob']);
    expect(rowsOf(files, 'client_address')).toMatchObject([{ line1: '1 MG Road' }]);
    expect(rowsOf(files, 'client_registration')).toMatchObject([{ value: '732829320' }]);
    expect(rowsOf(files, 'client_note')).toMatchObject([{ body: 'Prefers calls before noon' }]);
    const entities = rowsOf(files, 'audit_event').map(({ entity }) => entity);
    expect(entities).toEqual(expect.arrayContaining(['client', 'contact', 'client_address', 'client_note']));
    const texts = Object.values(files).map((bytes) => strFromU8(bytes));
    expect(texts.filter((text) => text.includes(other.id))).toEqual([]);
    expect(texts.filter((text) => text.includes('search_text') || text.includes('search_grams'))).toEqual([]);
  });

  it('has the documents of billing with their lines, and what was received', async () => {
    const invoice = await fixture.issued(120_000);
    const receipt = await owner.call(
      receipts.create,
      fixture.receipt(50_000, { allocations: [{ invoiceId: invoice.id, amount: 50_000 }] }),
    );
    const files = await archive(fixture.clientId);
    expect(rowsOf(files, 'invoice')).toMatchObject([{ id: invoice.id, number: invoice.number }]);
    expect(rowsOf(files, 'invoice_line')).toMatchObject([{ description: 'Annual accounts' }]);
    expect(rowsOf(files, 'receipt')).toMatchObject([{ id: receipt.id, amount: 50_000 }]);
    // The receipt and the invoice both lead to it.
    expect(rowsOf(files, 'allocation')).toMatchObject([{ amount: 50_000, invoice_id: invoice.id }]);
    expect(rowsOf(files, 'journal_line').length).toBeGreaterThan(1);
  });

  it('has the files with their bytes, under names that no program takes for a path', async () => {
    const { id } = await client();
    await addFile(id, 'Return 2025.pdf');
    await addFile(id, 'inv:..|x?.pdf');
    const files = await archive(id);
    const found = Object.keys(files).filter((path) => path.startsWith('files/'));
    const records = rowsOf(files, 'client_file').map((row) => String(row['id']));
    expect(found).toEqual([
      `files/client/2025/${records[0]}-Return 2025.pdf`,
      `files/client/2025/${records[1]}-inv_.._x_.pdf`,
    ]);
    for (const path of found) expect(Buffer.from(files[path] ?? [])).toEqual(pdf);
  });

  it('has every row of a kind, however many there are', async () => {
    const { id } = await client();
    for (let no = 0; no < 3; no += 1)
      await api.ownerPool.query(
        `insert into client_note (id, client_id, body) select gen_random_uuid(), $1, 'note ' || n from generate_series(1, 417) n`,
        [id],
      );
    expect(new Set(rowsOf(await archive(id), 'client_note').map((row) => row['id'])).size).toBe(1_251);
  });

  it('is downloaded by super admins alone, and each download is in the audit log', async () => {
    const { id } = await client();
    const admin = await api.as({ userType: 'admin' });
    const refused = await asked(id, admin);
    expect([refused.statusCode, refused.json<Refused>().code]).toEqual([403, 'PERM_DENIED']);
    expect(await readings(id)).toEqual([]);
    const answer = await asked(id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="[^"/]+\.zip"$/),
    });
    expect(await readings(id)).toEqual([['client_data.download', owner.id]]);
    const unknown = await asked(uuidv7());
    expect([unknown.statusCode, unknown.json<Refused>().code]).toEqual([404, 'NOT_FOUND']);
  });

  it('breaks off when something cannot be read, so that nobody takes half of it for the whole', async () => {
    const { id } = await client();
    await api.ownerPool.query('alter table client_note rename to unreadable');
    await expect(asked(id)).rejects.toThrow('response destroyed before completion');
    await api.ownerPool.query('alter table unreadable rename to client_note');
    expect((await asked(id)).statusCode).toBe(200);
  });

  it('breaks off when its reader may no longer have it', async () => {
    const { id } = await client();
    await fill(id, 40);
    const former = await api.as({ userType: 'super_admin' });
    const answer = await begun(id, former);
    await wait(1_200);
    await api.ownerPool.query(
      `update app_user set user_type = 'admin', perm_version = perm_version + 1 where id = $1`,
      [former.id],
    );
    await expect(allOf(answer)).rejects.toThrow('aborted');
  });

  it('is read from the database no faster than the reader takes it', async () => {
    const { id } = await client();
    await fill(id, 40);
    const answer = await begun(id);
    // The reader takes nothing for a while. What is then gone from the database was not in memory either.
    await wait(1_000);
    await api.ownerPool.query('delete from file_piece');
    const received = await allOf(answer);
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(25 * 1024 * 1024);
  });
});
