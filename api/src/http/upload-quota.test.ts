import { taskAttachments } from '@daybook/contracts/tasks/tasks/task-files';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, Refused, TestApi } from '../../test/test-api.ts';
import { requestOf } from './request-of.ts';
import { purgeUploadDays } from './upload-quota.ts';

const megabytes = 1;
const file = Buffer.from('a'.repeat(300_000));

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi(undefined, { UPLOAD_MB_PER_DAY: megabytes });
});
afterAll(() => api.stop());
afterEach(() => api.ownerPool.query('delete from upload_day'));

async function uploading(): Promise<{
  person: Caller;
  upload: (bytes?: Buffer) => Promise<[number, string]>;
}> {
  const person = await api.as({ userType: 'super_admin' });
  const { id } = await person.call(tasks.create, { title: 'Accounts', internal: true, dueOn: '2026-06-30' });
  return {
    person,
    async upload(bytes = file) {
      const answer = await person.inject(
        requestOf(taskAttachments.attach, { id, name: 'a.txt' }, { file: bytes }),
      );
      return [answer.statusCode, answer.json<Partial<Refused>>().code ?? ''];
    },
  };
}

const counted = async () =>
  (await api.ownerPool.query<{ bytes: number }>('select sum(bytes)::int as bytes from upload_day')).rows[0]
    ?.bytes;

describe('what one person uploads in a day', () => {
  it('is limited; the next day and other people are not concerned', async () => {
    const [one, other] = [await uploading(), await uploading()];
    for (let n = 0; n < 3; n += 1) expect(await one.upload()).toEqual([200, '']);
    expect(await one.upload()).toEqual([429, 'UPLOAD_QUOTA']);
    expect(await one.upload(Buffer.from('small'))).toEqual([200, '']);
    expect(await other.upload()).toEqual([200, '']);
    await api.ownerPool.query('update upload_day set day = day - 1');
    expect(await one.upload()).toEqual([200, '']);
  });

  it('counts also what is refused afterwards, and is not exceeded by files sent at once', async () => {
    const { upload } = await uploading();
    const page = Buffer.from(`<html>${'a'.repeat(300_000)}</html>`);
    expect(await upload(page)).toEqual([415, 'FILE_KIND']);
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload()));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(2);
    expect(answers.filter(([, code]) => code === 'UPLOAD_QUOTA')).toHaveLength(4);
    expect(await counted()).toBe(page.length + 2 * file.length);
  });

  it('is refused with the limit, in the language of the person', async () => {
    const { person, upload } = await uploading();
    for (let n = 0; n < 3; n += 1) await upload();
    const { id } = await person.call(tasks.create, {
      title: 'Accounts',
      internal: true,
      dueOn: '2026-06-30',
    });
    const request = requestOf(taskAttachments.attach, { id, name: 'a.txt' }, { file });
    const said = async (language: string) => {
      const headers = { ...request.headers, 'accept-language': language };
      return (await person.inject({ ...request, headers })).json<Refused>().message;
    };
    expect(await said('en')).toMatch(/limit for uploads in one day \(1 MB\)/);
    expect(await said('fr')).toMatch(/\(1 Mo\)/);
    expect(await said('zh')).toMatch(/（1 MB）/);
    expect(await said('ja')).toMatch(/（1 MB）/);
  });

  it('is forgotten after two days', async () => {
    const { upload } = await uploading();
    await upload();
    await api.ownerPool.query('update upload_day set day = day - 1');
    await upload();
    await purgeUploadDays(api.db);
    expect(await counted()).toBe(2 * file.length);
    await api.ownerPool.query('update upload_day set day = day - 2');
    await purgeUploadDays(api.db);
    expect(await counted()).toBeNull();
  });
});
