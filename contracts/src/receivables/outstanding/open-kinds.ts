/** What can be open: what a client owes, and credits that settle nothing yet. */
export const openKinds = ['invoice', 'opening_invoice', 'credit_note', 'receipt', 'opening_receipt'] as const;
export type OpenKind = (typeof openKinds)[number];
