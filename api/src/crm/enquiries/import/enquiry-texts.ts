import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { toDecimal } from '@daybook/contracts/money/money';
import { put } from '../../../imports/changed-fields.ts';
import type { FieldTexts } from '../../../imports/changed-fields.ts';
import { valueSeparator } from '../../../imports/field-words.ts';
import type { EnquiryFields } from './read-enquiry-row.ts';

/** The fields of a stored enquiry, as a command takes them. */
export const fieldsOfEnquiry = (enquiry: Omit<Enquiry, 'notes'>): EnquiryFields => ({
  id: enquiry.id,
  enquiryDate: enquiry.enquiryDate,
  name: enquiry.name,
  company: enquiry.company,
  email: enquiry.email,
  phone: enquiry.phone,
  sourceId: enquiry.source.id,
  referrerClientId: enquiry.referrerClient?.id ?? null,
  taxId: enquiry.taxId,
  serviceIds: enquiry.services.map(({ id }) => id),
  expectedValue: enquiry.expectedValue,
  currency: enquiry.currency,
  ownerId: enquiry.owner.id,
  nextActionOn: enquiry.nextActionOn,
});

/** The fields of an enquiry as texts, to show what an import changes. */
export function textsOfFields(fields: EnquiryFields, labels: ReadonlyMap<string, string>): FieldTexts {
  const texts: FieldTexts = new Map();
  const label = (id: string | null) => (id === null ? null : (labels.get(id) ?? id));
  for (const name of ['enquiryDate', 'name', 'company', 'email', 'phone', 'taxId'] as const)
    put(texts, name, fields[name]);
  put(texts, 'source', label(fields.sourceId));
  put(texts, 'referrer', label(fields.referrerClientId));
  put(texts, 'owner', label(fields.ownerId));
  put(texts, 'nextActionOn', fields.nextActionOn);
  const services = fields.serviceIds.map((id) => label(id) ?? '').toSorted((a, b) => (a < b ? -1 : 1));
  put(texts, 'services', services.join(valueSeparator));
  const { expectedValue, currency } = fields;
  put(texts, 'currency', currency);
  if (expectedValue !== null && currency !== null)
    put(texts, 'expectedValue', toDecimal(expectedValue, currency));
  return texts;
}
