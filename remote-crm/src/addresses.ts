import { addPath, editPath, listPath, recordPath } from '@daybook/contracts/entities';
import type { KindWith } from '@daybook/contracts/entities';

// Addresses of this remote's screens, and of screens in other remotes that they link to. Features know each other only by URL.

export const enquiriesAddress = listPath('enquiry');
export const deletedEnquiriesAddress = listPath('deleted_enquiry');
export const funnelAddress = listPath('enquiry_funnel');
export const enquiryImportsAddress = listPath('enquiry_import');
export const enquiryImportAddress = (id: string): string => recordPath('enquiry_import', id);
export const newEnquiryAddress = addPath('enquiry');
export const enquiryAddress = (id: string): string => recordPath('enquiry', id);

export const clientsAddress = listPath('client');
export const newClientAddress = addPath('client');
export const editClientAddress = (id: string): string => editPath('client', id);
export const clientAddress = (id: string): string => recordPath('client', id);

export const contactsAddress = listPath('contact');
export const contactAddress = (id: string): string => recordPath('contact', id);
export const editContactAddress = (id: string): string => editPath('contact', id);
export const clientDocumentsAddress = listPath('client_document');
export const clientImportsAddress = listPath('client_import');
export const clientImportAddress = (id: string): string => recordPath('client_import', id);

export const clientGroupsAddress = listPath('client_group');
export const newClientGroupAddress = addPath('client_group');
export const editClientGroupAddress = (id: string): string => recordPath('client_group', id);
export const clientsOfGroup = (id: string): string =>
  `${clientsAddress}?${new URLSearchParams({ 'filter[groupId]': id })}`;

/** A list of another remote, filtered by one client. */
export const listOfClient = (kind: KindWith<'list'>, clientId: string): string =>
  `${listPath(kind)}?${new URLSearchParams({ 'filter[clientId]': clientId })}`;

/** What of the client's receipts and credit notes can still be allocated. */
export const unallocatedOf = (kind: 'receipt' | 'credit_note', clientId: string): string => {
  const open: [string, string][] =
    kind === 'receipt'
      ? [['filter[inAdvance]', 'true']]
      : ['issued', 'part_applied'].map((status) => ['filter[status]', status]);
  return `${listPath(kind)}?${new URLSearchParams([['filter[clientId]', clientId], ...open])}`;
};

/** A form of another remote, for this client. */
export const newForClient = (kind: KindWith<'add'>, clientId: string): string =>
  `${addPath(kind)}?clientId=${clientId}`;

/** The form of an internal task whose title names what it is about. */
export const newTaskAbout = (title: string): string =>
  `${addPath('task')}?${new URLSearchParams({ about: title })}`;

export const taskAddress = (id: string): string => recordPath('task', id);

/** The page of a recurring task or invoice, in another remote. */
export const seriesAddress = (kind: 'task' | 'invoice', id: string): string =>
  recordPath(`recurring_${kind}`, id);

export const followUpOfClient = (clientId: string): string => recordPath('follow_up', clientId);

export const ledgerOfClient = (clientId: string): string =>
  `${listPath('client_ledger')}?clientId=${clientId}`;
