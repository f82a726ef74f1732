import { acmeOf } from '../acme.ts';
import { startTestApi } from '../test-api.ts';
import { makeEntity } from './masters.ts';

/** A firm with a relationship manager and a billing entity, for clients to come. */
export async function openClientDesk() {
  const api = await startTestApi();
  const admin = await api.as({});
  const crm = await api.as({ userType: 'crm', name: 'Rose Manager' });
  const entityId = await makeEntity(api.db);
  return { api, admin, crm, entityId, ...acmeOf(crm.id, entityId) };
}
export type ClientDesk = Awaited<ReturnType<typeof openClientDesk>>;
