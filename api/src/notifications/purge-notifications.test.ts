import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { purgeNotifications } from './purge-notifications.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

describe('an old notification', () => {
  it('is purged after 90 days if it was read or only mailed, else after a year, and never before it is mailed', async () => {
    const { id } = await api.as({});
    const add = async (what: string, age: string, columns: string) => {
      await api.ownerPool.query(
        `insert into notification (user_id, kind, params) values ($1, 'rights_changed', jsonb_build_object('what', $2::text))`,
        [id, what],
      );
      await api.ownerPool.query(
        `update notification set created_at = now() - $2::interval, ${columns} where params ->> 'what' = $1`,
        [what, age],
      );
    };
    const [read, unread] = [`read_at = now(), mail = 'none'`, `read_at = null, mail = 'none'`];
    await add('read, new', '89 days', read);
    await add('read, old', '91 days', read);
    await add('unread, 91 days', '91 days', unread);
    await add('unread, a year', '370 days', unread);
    await add('only mailed', '91 days', `in_bell = false, mail = 'daily', mailed_at = now()`);
    await add('to be mailed', '370 days', `in_bell = false, mail = 'daily', mailed_at = null`);
    await api.ownerPool.query(
      `insert into notification (user_id, kind, created_at, read_at)
       select $1, 'rights_changed', now() - interval '2 years', now() from generate_series(1, 11000)`,
      [id],
    );
    await purgeNotifications(api.db);
    const { rows } = await api.ownerPool.query<{ what: string }>(
      `select params ->> 'what' as what from notification order by 1`,
    );
    expect(rows.map(({ what }) => what)).toEqual(['read, new', 'to be mailed', 'unread, 91 days']);
  });
});
