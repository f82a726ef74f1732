// Where the screens of this remote are, and those of others that lead on from them: features meet by URL.

export const enquiriesAddress = '/app/enquiries';
export const newEnquiryAddress = '/app/enquiries/add';
export const enquiryAddress = (id: string): string => `/app/enquiries/edit/${id}`;

export const clientsAddress = '/app/clients';
export const newClientAddress = '/app/clients/add';
export const editClientAddress = (id: string): string => `/app/clients/edit/${id}`;
export const clientAddress = (id: string): string => `/app/view-client/${id}`;

export const clientGroupsAddress = '/app/clients/groups';
export const newClientGroupAddress = `${clientGroupsAddress}/add`;
export const editClientGroupAddress = (id: string): string => `${clientGroupsAddress}/edit/${id}`;
export const clientsOfGroup = (id: string): string =>
  `${clientsAddress}?${new URLSearchParams({ 'filter[groupId]': id })}`;

/** A list of another remote, cut to one client. */
export const listOfClient = (
  list: 'tasks' | 'invoices' | 'receipts' | 'receipts/post_dated',
  clientId: string,
): string => `/app/${list}?${new URLSearchParams({ 'filter[clientId]': clientId })}`;

/** A form of another remote, begun with this client. */
export const newForClient = (list: 'tasks' | 'invoices' | 'receipts', clientId: string): string =>
  `/app/${list}/add?clientId=${clientId}`;

/** The page of what comes back by a rule, in the remote whose it is. */
export const seriesAddress = (kind: 'task' | 'invoice', id: string): string =>
  `/app/recurring_${kind}s/edit/${id}`;

export const ledgerOfClient = (clientId: string): string =>
  `/app/reports/client_ledgers?clientId=${clientId}`;
