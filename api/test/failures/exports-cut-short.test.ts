import type { AddressInfo } from 'node:net';
import { grants } from '@daybook/contracts/people/grants';
import { executives } from '@daybook/contracts/people/staff';
import { requestOf } from '../../src/http/request-of.ts';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { makeClient, makeEntity } from '../fixtures/masters.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';

let api: TestApi;
let owner: Caller;
beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  owner = await api.as({ userType: 'super_admin' });
  const entityId = await makeEntity(api.db);
  const id = await makeClient(api.db, { entityId, crmId: owner.id, name: 'First' });
  await api.ownerPool.query(
    `insert into client (id, code, name, crm_id, default_entity_id, kind, currency, doc_locale, search_text, sort_name, payment_terms_days, tax_treatment)
     select gen_random_uuid(), 'L' || n, 'Client ' || lpad(n::text, 6, '0') || repeat(' of the long name', 6), crm_id,
       default_entity_id, kind, currency, doc_locale, '', sort_name, payment_terms_days, tax_treatment from client, generate_series(1, 20000) n where id = $1`,
    [id],
  );
});
afterAll(() => api.stop());

/** Reads a long file and calls `then` once it has begun. Returns how much came, and whether it is complete. */
async function readWhile({ token }: Caller, then: () => Promise<unknown>) {
  const { port } = api.app.server.address() as AddressInfo;
  const { url } = requestOf(clients.export, { format: 'csv' }, {});
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = answer.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  let bytes = 0;
  let isFirst = true;
  try {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return { bytes, isWhole: true };
      bytes += part.value.length;
      if (isFirst) await then();
      isFirst = false;
    }
  } catch {
    return { bytes, isWhole: false };
  }
}

const reader = () => api.as({ userType: 'executive', scope: 'all', keys: ['clients.view'] });

it('an export stops when its reader is deactivated or loses a permission before it is complete', async () => {
  const whole = await readWhile(await reader(), async () => undefined);
  expect(whole).toMatchObject({ isWhole: true });
  const [leaver, stripped] = [await reader(), await reader()];
  const left = await readWhile(leaver, () =>
    owner.call(executives.deactivate, { id: leaver.id }, { version: 1 }),
  );
  const lost = await readWhile(stripped, () =>
    owner.call(grants.put, { id: stripped.id, keys: ['tasks.view'] }, { version: 1 }),
  );
  for (const cut of [left, lost]) {
    expect(cut.isWhole).toBe(false);
    expect(cut.bytes).toBeLessThan(whole.bytes / 2);
  }
});
