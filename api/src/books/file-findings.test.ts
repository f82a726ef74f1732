import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { openBillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { makeEntity } from '../../test/fixtures/masters.ts';
import { onClient } from '../../test/backups.ts';
import { superuserOf } from '../../test/superuser-of.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { keepPdf, namesOfContent } from '../files/file-content.ts';
import { findBookFaults } from './book-findings.ts';
import { checkBooks } from './check-books.ts';

const megabyte = 1024 * 1024;
let api: TestApi;
let admin: Caller;
let hash: string;
let invoiceNumber: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  // More files than are read at once, and one of three pieces.
  for (let no = 0; no < 60; no += 1) await attach(randomBytes(100), `small ${no}.pdf`);
  hash = (await attach(randomBytes(2 * megabyte + 5), 'assessment.pdf')).toString('hex');
  const fixture = await openBillingFixture(api, admin, { entityId: await makeEntity(api.db) });
  const invoice = await fixture.issued(10_000);
  invoiceNumber = invoice.number;
  await api.ownerPool.query('insert into invoice_file (invoice_id, content) values ($1, $2)', [
    invoice.id,
    randomBytes(50),
  ]);
});
afterAll(() => api.stop());

async function attach(bytes: Buffer, name: string): Promise<Buffer> {
  const sha256 = await keepPdf(api.db, bytes);
  await api.db.insertInto('attachment').values({ id: uuidv7(), sha256, name }).execute();
  return sha256;
}

/** What is found after the statement of a superuser, whom no law hinders; then all is as it was. */
async function foundAfter(statement: string) {
  return onClient(superuserOf(api.urls.owner), async (client) => {
    const tables = ['attachment', 'file_content', 'file_piece'];
    for (const table of tables) await client.query(`create temp table kept_${table} as table ${table}`);
    await client.query(`set session_replication_role = replica`);
    const { rowCount } = await client.query(statement);
    expect(rowCount).toBeGreaterThan(0);
    const found = await findBookFaults(api.db);
    for (const table of tables)
      await client.query(`delete from ${table}; insert into ${table} select * from kept_${table}`);
    return found.map(({ rule, document, expected, actual }) => [rule, document, expected, actual]);
  });
}

const named = () => `assessment.pdf ${hash.slice(0, 16)}`;
const of = () => `sha256 = '\\x${hash}'`;
const size = 2 * megabyte + 5;

// docs/rules.md#the-books-are-checked
describe('the ledger checks of stored files', () => {
  it('find nothing where every file is as it was stored, and count the files', async () => {
    const { findings, looked } = await checkBooks(api.db, { kind: 'by_hand' });
    expect(findings).toEqual([]);
    const { rows } = await api.ownerPool.query<{ files: number }>(
      `select (select count(*) from file_content) + (select count(*) from invoice_file) as files`,
    );
    expect(looked.find(({ rule }) => rule === 'files_are_as_stored')?.records).toBe(Number(rows[0]?.files));
    expect(Number(rows[0]?.files)).toBeGreaterThan(61);
  });

  it('name the file of which a byte was changed', async () => {
    expect(
      await foundAfter(
        `update file_piece set bytes = set_byte(bytes, 7, get_byte(bytes, 7) # 1) where ${of()} and no = 1`,
      ),
    ).toEqual([['files_are_as_stored', named(), null, null]]);
  });

  it('name the file that has lost a piece, with its size and what is left', async () => {
    expect(await foundAfter(`delete from file_piece where ${of()} and no = 1`)).toEqual([
      ['files_are_as_stored', named(), size, megabyte + 5],
    ]);
  });

  it('name the file whose pieces nobody would find under their numbers', async () => {
    expect(await foundAfter(`update file_piece set no = no + 1 where ${of()} and no = 2`)).toEqual([
      ['files_are_as_stored', named(), null, null],
    ]);
  });

  it('name the file of which nothing is stored, and the bytes that belong to no file', async () => {
    expect(await foundAfter(`delete from file_content where ${of()}`)).toEqual([
      ['files_are_as_stored', named(), null, 0],
      ['files_are_as_stored', hash.slice(0, 16), 0, size],
    ]);
  });

  it('name the invoice whose PDF is not as it was sent', async () => {
    await onClient(superuserOf(api.urls.owner), async (client) => {
      // As a fault of the disk would: a statement would compute the hash again.
      await client.query(`alter table invoice_file alter column pdf_sha256 drop expression`);
      await client.query(`set session_replication_role = replica`);
      await client.query(`update invoice_file set content = content || '\\x00'`);
    });
    const found = await findBookFaults(api.db);
    expect(found.map(({ rule, document }) => [rule, document])).toEqual([
      ['files_are_as_stored', invoiceNumber],
    ]);
  });

  it('look at every record that refers to a file', async () => {
    const { rows } = await api.ownerPool.query<{ name: string }>(
      `select conrelid::regclass || '.' || attname as name from pg_constraint
       join pg_attribute on attrelid = conrelid and attnum = any (conkey)
       where contype = 'f' and confrelid = 'file_content'::regclass and conrelid <> 'file_piece'::regclass`,
    );
    const columns = namesOfContent.map(({ column }) => column.replaceAll(/[A-Z]/g, '_$&').toLowerCase());
    expect(columns.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });
});
