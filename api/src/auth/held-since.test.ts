import { session } from '@daybook/contracts/auth/session';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

// docs/rules.md#held-installation
it('a held installation is known to admins, and to nobody else, until somebody clears it', async () => {
  const seen = async () =>
    Promise.all(
      (['super_admin', 'admin', 'manager', 'executive', 'crm'] as const).map(async (userType) => {
        const caller = await api.as({ userType });
        return [userType, (await caller.call(session.me, {})).heldSince];
      }),
    );
  const at = '2026-05-04T06:00:00.000Z';
  await api.ownerPool.query('update installation set held_since = $1', [at]);
  expect(await seen()).toEqual([
    ['super_admin', at],
    ['admin', at],
    ['manager', null],
    ['executive', null],
    ['crm', null],
  ]);
  await api.ownerPool.query('update installation set held_since = null');
  expect((await seen()).map(([, since]) => since)).toEqual([null, null, null, null, null]);
});
