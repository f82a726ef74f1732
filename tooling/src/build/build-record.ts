import { z } from 'zod';

/** A path below the folder of the build. It cannot leave the folder, and names no hidden file. */
const file = z.string().regex(/^[\w@][\w.@-]*(\/[\w@][\w.@-]*)*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const ofAnyBuild = {
  /** The package's version and the hash of its sources, so other content has another version. */
  version: z.string().regex(/^\d[\w.-]*$/),
  /** The commit it was built from, with `-dirty` if the sources had been changed. Absent outside a clone. */
  commit: z.string().optional(),
  lockfile: sha256,
  /** All files that are served, with their hashes. */
  files: z.record(file, sha256),
};

/** `release.json` of a remote. A release needs only this file and the build, and no sources. */
export const RemoteRecord = z.looseObject({
  ...ofAnyBuild,
  name: z
    .string()
    .regex(/^[a-z]+$/)
    .refine((name) => name !== 'host'),
  /** The contract it was built with, as a range that the host's contract has to be in. */
  contract: z.string().regex(/^\^\d+\.\d+\.\d+$/),
  /** Modules that the host has to provide, each with the suitable versions. */
  needs: z.record(z.string(), z.string()),
  /** Libraries, and stateful parts of `shared/`, that it bundles. */
  bundles: z.array(z.string()),
  /** The names that it imports from each part of `shared/` that the host provides. */
  takes: z.record(z.string(), z.array(z.string())).default({}),
});
export type RemoteRecord = z.infer<typeof RemoteRecord>;

/** `release.json` of the host. */
export const HostRecord = z.looseObject({
  ...ofAnyBuild,
  name: z.literal('host'),
  contract: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Modules that it provides for remotes, each with its version. */
  provides: z.record(z.string(), z.string()),
  /** The names that each of those parts of `shared/` exports; empty in a host built before they were recorded. */
  gives: z.record(z.string(), z.array(z.string())).default({}),
  /** The permissions, icons and other words that it understands in the screens of remotes: `wordsOf` in contracts. */
  words: z.array(z.string()).optional(),
  /** The paths below /app that belong to the host. */
  paths: z.array(z.string()).default([]),
});
export type HostRecord = z.infer<typeof HostRecord>;

export type BuildRecord = HostRecord | RemoteRecord;
