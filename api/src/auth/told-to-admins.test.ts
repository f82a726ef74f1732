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

/** Each user type, and what people of it are told. */
const told = () =>
  Promise.all(
    (['super_admin', 'admin', 'manager', 'executive', 'crm'] as const).map(async (userType) => {
      const caller = await api.as({ userType });
      return [userType, await caller.call(session.me, {})] as const;
    }),
  );

const heldSince = async () => (await told()).map(([userType, me]) => [userType, me.heldSince]);
const bookFindings = async () => (await told()).map(([, me]) => me.bookFindings);

// docs/rules.md#held-installation
it('a held installation is known to admins, and to nobody else, until somebody clears it', async () => {
  const at = '2026-05-04T06:00:00.000Z';
  await api.ownerPool.query('update installation set held_since = $1', [at]);
  expect(await heldSince()).toEqual([
    ['super_admin', at],
    ['admin', at],
    ['manager', null],
    ['executive', null],
    ['crm', null],
  ]);
  await api.ownerPool.query('update installation set held_since = null');
  expect((await heldSince()).map(([, since]) => since)).toEqual([null, null, null, null, null]);
});

// docs/rules.md#the-books-are-checked
it('what the last ledger check found is known to admins, and to nobody else, until a check finds nothing', async () => {
  expect(await bookFindings()).toEqual([0, 0, undefined, undefined, undefined]);
  await sealAll(api.db);
  // As a superuser of the database could.
  await api.ownerPool.query('alter table audit_event disable trigger user');
  await api.ownerPool.query(
    `update audit_event set body = body || '{"by": "nobody"}' where id = (select min(id) from audit_event)`,
  );
  await api.ownerPool.query('alter table audit_event enable trigger user');
  const { found } = await checkBooks(api.db, { kind: 'by_hand' });
  expect(found).toBeGreaterThan(0);
  expect(await bookFindings()).toEqual([found, found, undefined, undefined, undefined]);
  await api.ownerPool.query('alter table audit_event disable trigger user');
  await api.ownerPool.query(
    `update audit_event set body = body - 'by' where id = (select min(id) from audit_event)`,
  );
  await api.ownerPool.query('alter table audit_event enable trigger user');
  expect((await checkBooks(api.db, { kind: 'by_hand' })).found).toBe(0);
  expect(await bookFindings()).toEqual([0, 0, undefined, undefined, undefined]);
});
