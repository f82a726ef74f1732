import { z } from 'zod';
import { AddressInput, RegistrationInput } from './client-parts.ts';
import { ContactInput, clientFields } from './clients.ts';
import type { Client } from './clients.ts';

const idsOf = (references: readonly { id: string }[]) => references.map(({ id }) => id);

const Fields = z.object(clientFields);

/** Only what a form sends; a record may show more. */
const picked = <Item extends object>(item: Item, shape: object) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name in shape)) as Item;

/** A client as its form would send it again. */
export const fieldsOfClient = (client: Client): z.output<typeof Fields> => ({
  name: client.name,
  sortName: client.sortName,
  legalName: client.legalName,
  oldCode: client.oldCode,
  kind: client.kind,
  crmId: client.crm.id,
  managerId: client.manager?.id ?? null,
  groupId: client.group?.id ?? null,
  executiveIds: idsOf(client.executives),
  departmentIds: idsOf(client.departments),
  defaultEntityId: client.defaultEntity.id,
  currency: client.currency,
  docLocale: client.docLocale,
  paymentTermsDays: client.paymentTermsDays,
  creditLimit: client.creditLimit,
  taxTreatment: client.taxTreatment,
  withholdingCodeId: client.withholdingCode?.id ?? null,
  withholdingRate: client.withholdingRate,
  billable: client.billable,
  billingRule: client.billingRule,
  listsHours: client.listsHours,
  reminders: client.reminders,
  remindersPausedUntil: client.remindersPausedUntil,
  tags: client.tags,
  notes: client.notes,
  contacts: client.contacts.map((contact) => picked(contact, ContactInput.shape)),
  addresses: client.addresses.map((address) => picked(address, AddressInput.shape)),
  registrations: client.registrations.map((one) => picked(one, RegistrationInput.shape)),
});
