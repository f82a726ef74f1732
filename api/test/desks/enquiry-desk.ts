import { startTestApi } from '../test-api.ts';
import { makeEntity } from './masters.ts';

/** A firm that is asked for its services: what an enquiry is entered with, and the client that is made of it. */
export async function openEnquiryDesk() {
  const api = await startTestApi();
  const admin = await api.as({});
  const crm = await api.as({ userType: 'crm' });
  const entityId = await makeEntity(api.db);
  return {
    api,
    admin,
    crm,
    entityId,
    asked: () => ({
      enquiryDate: '2026-03-31',
      name: 'Mina Harker',
      email: 'mina@carfax.example',
      source: 'referral' as const,
      nextActionOn: '2026-04-02',
    }),
    asClient: () => ({
      name: 'Carfax Estates',
      kind: 'company' as const,
      crmId: crm.id,
      defaultEntityId: entityId,
      taxTreatment: 'registered' as const,
    }),
  };
}
export type EnquiryDesk = Awaited<ReturnType<typeof openEnquiryDesk>>;
