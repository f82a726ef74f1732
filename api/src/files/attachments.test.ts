import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { isShown, maxFileBytes } from '@daybook/contracts/files';
import type { FileType } from '@daybook/contracts/files';
import { minor } from '@daybook/contracts/money/money';
import { taskAttachments } from '@daybook/contracts/tasks/tasks/task-files';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { openExpenseFixture } from '../../test/fixtures/expense-fixture.ts';
import type { ExpenseFixture } from '../../test/fixtures/expense-fixture.ts';
import { filesWithMacros, keptFiles, refusedFiles, zipOf } from '../../test/files/files-of-kinds.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, Refused, TestApi } from '../../test/test-api.ts';
import { requestOf } from '../http/request-of.ts';
import { purgeAttachments } from './store-attachment.ts';

let api: TestApi;
let fixture: ExpenseFixture;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await openExpenseFixture(api);
  admin = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part, 'latin1'))),
  );
const png = bytes(0x89, 'PNG\r\n', 0x1a, '\nIHDR');
const jpeg = bytes(0xff, 0xd8, 0xff, 0xe0, 'JFIF');

const send = (file: Buffer, name = 'receipt.pdf') =>
  fixture.claimant.inject(requestOf(expenses.upload, { name }, { file }));
const fileOf = (id: string) => fixture.claimant.inject({ url: `/api/v1/expenses/${id}/file` });

async function attached(file: Buffer, name: string): Promise<string> {
  const { id } = (await send(file, name)).json<{ data: { id: string } }>().data;
  return (await fixture.claimant.call(expenses.create, fixture.expense({ attachmentId: id }))).id;
}

const inert = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};
const ownTask = async () =>
  (await admin.call(tasks.create, { title: 'Accounts', internal: true, dueOn: '2026-06-30' })).id;

const contents = async () =>
  (await api.ownerPool.query<{ n: number }>('select count(*)::int as n from file_content')).rows[0]?.n;

// docs/rules.md#files
describe('a file', () => {
  it.each([
    ['image/jpeg', jpeg, 'jpg'],
    ['image/png', png, 'png'],
    ['image/webp', bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8 '), 'webp'],
    ['image/heic', bytes(0, 0, 0, 24, 'ftypheic'), 'heic'],
    ['application/pdf', pdf, 'pdf'],
  ])('is %s by its bytes, whatever its name is', async (type, file, ending) => {
    const answer = await send(file, 'photo.exe');
    expect(answer.json()).toMatchObject({ data: { type, size: file.length, label: `photo.exe.${ending}` } });
  });

  it.each([
    ...refusedFiles,
    ['an office file', zipOf('[Content_Types].xml', 'xl/workbook.xml')] as const,
    ['almost a PNG', Buffer.from('\u0089PNG\n', 'latin1')] as const,
    ['another RIFF', Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVE')] as const,
    ['a film', Buffer.from('\u0000\u0000\u0000\u0018ftypisom')] as const,
    ['a TIFF', Buffer.from('II*\u0000')] as const,
    ['text', Buffer.from('x')] as const,
  ])(
    'that is %s is refused as a receipt by its bytes, although its name is receipt.pdf',
    async (_what, file) => {
      const before = await contents();
      const answer = await send(file);
      expect([answer.statusCode, answer.json<Refused>().code]).toEqual([415, 'FILE_PHOTO_OR_PDF']);
      expect(await contents()).toBe(before);
    },
  );

  it('of a task may be of any accepted type, gets the extension of its type and is downloaded inert', async () => {
    const id = await ownTask();
    for (const [kind, file, given, kept] of keptFiles) {
      const type = kind.includes('/') ? kind : `application/${kind}`;
      const sent = await admin.inject(requestOf(taskAttachments.attach, { id, name: given }, { file }));
      expect(sent.json()).toMatchObject({ data: { type, label: kept, size: file.length } });
      const attachmentId = sent.json<{ data: { id: string } }>().data.id;
      const { headers, rawPayload } = await admin.inject(
        requestOf(taskAttachments.file, { id, attachmentId }),
      );
      const sentType = isShown(type as FileType) ? type : 'application/octet-stream';
      expect(headers).toMatchObject({ 'content-type': sentType, ...inert });
      expect(headers['content-disposition']).toMatch(/^attachment; /);
      expect(rawPayload.equals(file)).toBe(true);
      await admin.call(taskAttachments.takeOff, { id, attachmentId, reason: null });
    }
  });

  it('of a task is refused by its bytes, and one with macros with a refusal that names them', async () => {
    const id = await ownTask();
    const before = await contents();
    const codeOf = async (file: Buffer, name: string) =>
      (await admin.inject(requestOf(taskAttachments.attach, { id, name }, { file }))).json<Refused>().code;
    for (const [what, file] of refusedFiles)
      expect([what, await codeOf(file, 'note.txt')]).toEqual([what, 'FILE_KIND']);
    for (const [what, file] of filesWithMacros)
      expect([what, await codeOf(file, 'book.xlsx')]).toEqual([what, 'FILE_MACROS']);
    expect(await contents()).toBe(before);
  });

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\ada\\receipt.pdf', 'receipt.pdf'],
    ['..', 'file.pdf'],
    ['receipt.pdf.html', 'receipt.pdf.html.pdf'],
    ['"; filename="x.html', '"; filename="x.html.pdf'],
    ['領収書 «é».pdf', '領収書 «é».pdf'],
  ])('with the name %s is downloaded as an attachment, in a sandbox', async (name, kept) => {
    const id = await attached(pdf, name);
    const { headers, rawPayload } = await fileOf(id);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers).toMatchObject(inert);
    expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w%.~!-]+$/);
    expect(decodeURIComponent(String(headers['content-disposition']).split("''")[1] ?? '')).toBe(kept);
    expect(rawPayload.equals(pdf)).toBe(true);
  });

  it('of several megabytes comes back unchanged, and is stored once however often it is sent', async () => {
    const large = Buffer.concat([jpeg, Buffer.alloc(3_500_000, 'photo')]);
    const before = (await contents()) ?? 0;
    const [first, second] = [await attached(large, 'a.jpg'), await attached(large, 'b.jpg')];
    expect(await contents()).toBe(before + 1);
    for (const id of [first, second]) expect((await fileOf(id)).rawPayload.equals(large)).toBe(true);
  });

  it('of 25 MB is accepted and one byte more is not, with or without a Content-Length', async () => {
    const most = Buffer.concat([png, Buffer.alloc(maxFileBytes - png.length)]);
    expect((await send(most, 'most.png')).statusCode).toBe(200);
    expect((await send(Buffer.concat([most, png]), 'more.png')).statusCode).toBe(413);
    expect(await unannounced(Buffer.concat([most, png]))).toBe(413);
  });

  it('can be read by people who may open the expense, and attached by the person who sent it', async () => {
    const { id } = (await send(pdf)).json<{ data: { id: string } }>().data;
    const stranger = await api.as({ userType: 'executive' });
    expect(
      (await stranger.refused(expenses.create, fixture.expense({ attachmentId: id }))).errors,
    ).toHaveProperty('attachmentId');
    const made = await fixture.claimant.call(expenses.create, fixture.expense({ attachmentId: id }));
    expect((await stranger.inject({ url: `/api/v1/expenses/${made.id}/file` })).statusCode).toBe(404);
    expect((await fileOf((await fixture.at('draft')).id)).statusCode).toBe(404);
  });

  it('is required above the limit of the billing entity', async () => {
    await api.db
      .updateTable('billingEntity')
      .set({ expenseFileLimit: minor(1000) })
      .where('id', '=', fixture.entityId)
      .execute();
    const bare = await fixture.at('draft');
    expect(
      await fixture.claimant.refused(expenses.submit, { id: bare.id }, { version: bare.version }),
    ).toMatchObject({ code: 'FILE_REQUIRED', httpStatus: 422 });
    expect((await fixture.at('submitted', { gross: 1000, taxAmount: 0 })).status).toBe('submitted');
    const id = await attached(pdf, 'receipt.pdf');
    expect((await fixture.claimant.call(expenses.submit, { id }, { version: 1 })).status).toBe('submitted');
  });

  it('is stored once although the answer was lost and it was sent again', async () => {
    const request = requestOf(expenses.upload, { name: 'a.pdf' }, { file: pdf, key: 'upload-1234' });
    const [first, second] = [await fixture.claimant.inject(request), await fixture.claimant.inject(request)];
    expect(second.json()).toEqual(first.json());
  });

  it('is purged after a day when nothing refers to it, and stays otherwise', async () => {
    const kept = await attached(bytes('%PDF-1.4 kept'), 'kept.pdf');
    await send(bytes('%PDF-1.4 left'), 'left.pdf');
    const young = (await send(bytes('%PDF-1.4 young'))).json<{ data: { id: string } }>().data.id;
    await api.ownerPool.query('alter table attachment disable trigger attachment_fixed');
    await api.ownerPool.query(`update attachment set created_at = now() - interval '2 days' where id <> $1`, [
      young,
    ]);
    await purgeAttachments(api.db);
    const { rows } = await api.ownerPool.query(`select name from attachment where name = 'left.pdf'`);
    expect(rows).toEqual([]);
    const { rows: left } = await api.ownerPool.query<{ n: number }>(
      `select count(*)::int as n from file_content where sha256 = sha256('%PDF-1.4 left')`,
    );
    expect(left[0]?.n).toBe(0);
    expect((await fileOf(kept)).statusCode).toBe(200);
    expect(
      (await fixture.claimant.call(expenses.create, fixture.expense({ attachmentId: young }))).attachment?.id,
    ).toBe(young);
  });
});

/** Sends a file in chunks, without a Content-Length. */
async function unannounced(file: Buffer): Promise<number | undefined> {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        port,
        path: '/api/v1/expenses/files?name=a.png',
        method: 'POST',
        headers: {
          authorization: `Bearer ${fixture.claimant.token}`,
          'content-type': 'application/octet-stream',
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode));
      },
    );
    request.on('error', reject);
    request.end(file);
  });
}
