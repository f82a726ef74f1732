import { session } from '@daybook/contracts/auth/session';
import { sealAll } from '../../test/seal-all.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { checkBooks } from '../books/check-books.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

// docs/rules.md#the-books-are-checked
it('what the last ledger check found is known to admins, and to nobody else, until a check finds nothing', async () => {
  const seen = async () =>
    Promise.all(
      (['super_admin', 'admin', 'manager', 'executive', 'crm'] as const).map(async (userType) => {
        const caller = await api.as({ userType });
        return (await caller.call(session.me, {})).bookFindings;
      }),
    );
  expect(await seen()).toEqual([0, 0, undefined, undefined, undefined]);
  await sealAll(api.db);
  // As a superuser of the database could.
  await api.ownerPool.query('alter table audit_event disable trigger user');
  await api.ownerPool.query(
    `update audit_event set body = body || '{"by": "nobody"}' where id = (select min(id) from audit_event)`,
  );
  await api.ownerPool.query('alter table audit_event enable trigger user');
  const { found } = await checkBooks(api.db, { kind: 'by_hand' });
  expect(found).toBeGreaterThan(0);
  expect(await seen()).toEqual([found, found, undefined, undefined, undefined]);
  await api.ownerPool.query('alter table audit_event disable trigger user');
  await api.ownerPool.query(
    `update audit_event set body = body - 'by' where id = (select min(id) from audit_event)`,
  );
  await api.ownerPool.query('alter table audit_event enable trigger user');
  expect((await checkBooks(api.db, { kind: 'by_hand' })).found).toBe(0);
  expect(await seen()).toEqual([0, 0, undefined, undefined, undefined]);
});
