import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';

export const workspaceRoot = fileURLToPath(new URL('../../', import.meta.url));
export const inWorkspace = (...parts: string[]) => join(workspaceRoot, ...parts);

/** Where `npm start` serves from, and where a release goes unless told otherwise. */
export const siteFolder = inWorkspace('dist/site');

/** As `import()` takes it on every system. */
export const moduleInWorkspace = (...parts: string[]) => pathToFileURL(inWorkspace(...parts)).href;

/** The host finds them at run time by these names; their folders are `remote-<name>`. */
export const remoteNames = ['billing', 'crm', 'settings', 'tasks'] as const;
export type RemoteName = (typeof remoteNames)[number];

export const isRemoteName = (name: string): name is RemoteName =>
  (remoteNames as readonly string[]).includes(name);
export const packageOf = (remote: RemoteName) => `remote-${remote}`;
