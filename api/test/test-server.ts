/** The server that global setup starts and global teardown stops; both run in the same process. */
export const testServer: { running?: { stop(): Promise<void> } } = {};
