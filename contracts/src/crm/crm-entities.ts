import type { Entity } from '../entity.ts';

const enquiryKeys = [
  'enquiries.add',
  'enquiries.edit',
  'enquiries.delete',
  'enquiries.update_status',
  'enquiries.convert',
] as const;

/** The kinds of records of clients and enquiries. */
export const crmEntities = {
  client: {
    list: 'clients',
    add: 'clients/add',
    record: 'view-client/:id',
    edit: 'clients/edit/:id',
    allow: ['clients.view'],
    searched: 'client',
    lookup: true,
    history: true,
    unique: { client_old_code: 'oldCode' },
  },
  // A person whom several clients may share.
  contact: {
    list: 'clients/contacts',
    record: 'clients/contacts/:id',
    edit: 'clients/contacts/edit/:id',
    allow: ['clients.view'],
    history: true,
  },
  client_import: { list: 'clients/import', record: 'clients/import/:id', allow: ['clients.import'] },
  client_group: {
    list: 'clients/groups',
    add: 'clients/groups/add',
    record: 'clients/groups/edit/:id',
    allow: ['clients.edit'],
    lookup: true,
    history: true,
    unique: { client_group_name: 'name' },
  },
  // A document of the register opens beside the list.
  client_document: {
    list: 'clients/documents',
    record: 'clients/documents?document=:id',
    allow: ['clients.view'],
  },
  subscription: { add: 'subscriptions/add' },
  enquiry: {
    list: 'enquiries',
    add: 'enquiries/add',
    record: 'enquiries/edit/:id',
    allow: enquiryKeys,
    searched: 'enquiry',
    history: true,
  },
  enquiry_import: { list: 'enquiries/import', record: 'enquiries/import/:id', allow: ['enquiries.add'] },
  deleted_enquiry: { list: 'enquiries/deleted' },
  enquiry_funnel: { list: 'enquiries/funnel' },
  enquiry_source: { list: 'settings/enquiry_choices', unique: { enquiry_source_name: 'name' } },
  lost_reason: { list: 'settings/enquiry_choices', unique: { lost_reason_name: 'name' } },
} as const satisfies Record<string, Entity>;
