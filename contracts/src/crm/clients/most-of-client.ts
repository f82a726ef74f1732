/** The most executives, departments and tags of one client. */
export const mostOfClient = {
  executiveIds: 50,
  departmentIds: 50,
  tags: 20,
  contacts: 50,
  addresses: 20,
  registrations: 50,
  /** Characters. */
  notes: 4000,
};
