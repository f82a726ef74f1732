import { departments } from '@daybook/contracts/settings/departments/departments';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { purgeReplies } from './purge-replies.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

describe('A stored reply', () => {
  it('is replayed for six days and purged after a week', async () => {
    const admin = await api.as({ userType: 'super_admin' });
    const create = (name: string) => admin.call(departments.create, { name }, { key: `key-of-${name}` });
    const recent = await create('recent');
    await create('oldest');
    for (const [key, age] of [
      ['key-of-recent', '6 days'],
      ['key-of-oldest', '8 days'],
    ])
      await api.ownerPool.query(
        'update idempotency_key set created_at = now() - $2::interval where key = $1',
        [key, age],
      );
    await purgeReplies(api.db);
    expect(await create('recent')).toEqual(recent);
    const { rows } = await api.ownerPool.query<{ key: string }>('select key from idempotency_key');
    expect(rows.map(({ key }) => key)).toEqual(['key-of-recent']);
  });
});
