/** The changes that can be made to many tasks at once. */
export const bulkKinds = ['people', 'reviewer', 'due', 'priority', 'move'] as const;
export type BulkKind = (typeof bulkKinds)[number];
