/** What is changed of many tasks in one step. */
export const bulkKinds = ['people', 'reviewer', 'due', 'priority', 'move'] as const;
export type BulkKind = (typeof bulkKinds)[number];
