import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { minor } from '@daybook/contracts/money/money';

export const idOf = (n: number) => `018f2b1c-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const owner = { id: idOf(3), label: 'Asha Rao' };
export const referral = {
  id: idOf(20),
  version: 1,
  name: null,
  usual: 'referral' as const,
  active: true,
};
export const tooDear = { id: idOf(21), version: 1, name: 'Too dear', usual: null, active: true };

export const enquiry = (patch: Partial<Enquiry> = {}): Enquiry => ({
  id: idOf(1),
  version: 1,
  no: 'ENQ-25-0001',
  enquiryDate: '2026-01-05',
  name: 'Mina Harker',
  company: 'Carfax Estates',
  email: 'mina@carfax.example',
  phone: null,
  taxId: null,
  source: { id: referral.id, name: null, usual: 'referral' },
  status: 'new',
  statusSince: '2026-01-05',
  heldStatus: null,
  owner,
  nextActionOn: '2020-01-31',
  expectedValue: minor(250_000),
  currency: 'EUR',
  referrerClient: null,
  services: [],
  lostReason: null,
  lostNote: null,
  convertedClient: null,
  erasedAt: null,
  mergedNos: [],
  notes: [],
  ...patch,
});
