import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';

export const workspaceRoot = fileURLToPath(new URL('../../', import.meta.url));
export const inWorkspace = (...parts: string[]) => join(workspaceRoot, ...parts);

/** The site that `npm start` serves, and into which a release goes by default. */
export const siteFolder = inWorkspace('dist/site');

/** A URL that `import()` accepts on every system. */
export const moduleInWorkspace = (...parts: string[]) => pathToFileURL(inWorkspace(...parts)).href;

/** The names by which the host finds the remotes at run time; their folders are `remote-<name>`. */
export const remoteNames = ['billing', 'crm', 'settings', 'tasks'] as const;
export type RemoteName = (typeof remoteNames)[number];

export const isRemoteName = (name: string): name is RemoteName =>
  (remoteNames as readonly string[]).includes(name);
export const packageOf = (remote: RemoteName) => `remote-${remote}`;
