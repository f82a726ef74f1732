import type { Entity } from '../entity.ts';

/** The kinds of people, with the addresses of their screens. */
export const peopleEntities = {
  // Any member of staff. The screens depend on the user type.
  person: {
    lookup: true,
    history: true,
    unique: { app_user_email_key: 'email', app_user_phone_key: 'phone' },
  },
  manager: {
    list: 'managers',
    add: 'managers/add',
    record: 'managers/edit/:id',
    permissions: 'managers/permissions/:id',
    allow: ['managers.edit'],
    searched: 'person',
    lookup: true,
  },
  executive: {
    list: 'executives',
    add: 'executives/add',
    record: 'executives/edit/:id',
    permissions: 'executives/permissions/:id',
    allow: ['executives.edit'],
    searched: 'person',
    lookup: true,
  },
  crm: {
    list: 'crms',
    add: 'crms/add',
    record: 'crms/edit/:id',
    permissions: 'crms/permissions/:id',
    allow: ['crms.edit'],
    searched: 'person',
    lookup: true,
  },
  admin: {
    list: 'admins',
    add: 'admins/add',
    record: 'admins/edit/:id',
    permissions: 'admins/permissions/:id',
    allow: 'super_admin',
    searched: 'person',
  },
} as const satisfies Record<string, Entity>;
