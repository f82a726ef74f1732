import { startTestApi } from '../test-api.ts';
import type { Person } from '../people.ts';
import { makeEntity } from './masters.ts';

export const newEnquiry = () => ({
  enquiryDate: '2026-03-31',
  name: 'Mina Harker',
  email: 'mina@carfax.example',
  source: 'referral' as const,
  nextActionOn: '2026-04-02',
});

/** A server with a relationship manager and a billing entity, for the clients that enquiries become. */
export async function startEnquiries(person: Person = {}) {
  const api = await startTestApi();
  const admin = await api.as(person);
  const crm = await api.as({ userType: 'crm' });
  const entityId = await makeEntity(api.db, { fyStart: '04-01' });
  const asClient = () => ({
    name: 'Carfax Estates',
    kind: 'company' as const,
    crmId: crm.id,
    defaultEntityId: entityId,
    taxTreatment: 'registered' as const,
  });
  return { api, admin, crm, entityId, asClient };
}
