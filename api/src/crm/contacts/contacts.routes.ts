import { contacts } from '@daybook/contracts/crm/contacts/contacts';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { contactExport } from './contacts.export.ts';
import { countContacts, findLikely, getContact, listContacts } from './contacts.queries.ts';
import { editContact } from './save-contact.ts';

export const contactsRoutes = implement(
  'contacts',
  contacts,
)({
  list: ({ db, user, input }) => listContacts(db, user, input),
  total: ({ db, user, input }) => countContacts(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listContacts(db, user, { ...input, pageSize: 500, cursor }),
      contactExport(language),
    ),
  open: ({ db, user, input }) => getContact(db, user, input.id),
  likely: ({ db, user, input }) => findLikely(db, user, input),
  edit: ({ db, user, input, version }) => editContact(db, user, input, version),
});
