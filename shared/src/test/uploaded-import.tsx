import type { Import } from '../imports/imported-kind.ts';

export const noRows = { new: 0, changed: 0, same: 0, left: 0, refused: 0 };

/** An import whose file was uploaded and read, as one of every kind begins; a kind adds its file, columns and rules. */
export const uploadedImport = {
  version: 1,
  status: 'read',
  by: 'Ada Admin',
  at: '2026-03-31T10:00:00Z',
  counts: { ...noRows, warned: 0 },
  outcomes: { made: 0, changed: 0, same: 0, left: 0, refused: 0 },
  alsoMakes: { subscriptions: 0, invoices: 0 },
  undone: 0,
  kept: 0,
  undoUntil: null,
  sheet: null,
  otherSheets: 0,
  onlyValid: null,
  jobId: null,
} satisfies Partial<Import>;
