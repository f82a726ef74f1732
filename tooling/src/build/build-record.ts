import { z } from 'zod';

/** What becomes an address or a path: no way out of its folder, and no hidden file. */
const file = z.string().regex(/^[\w@][\w.@-]*(\/[\w@][\w.@-]*)*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const ofAnyBuild = {
  /** The package's version and the hash of its sources: another content is another version. */
  version: z.string().regex(/^\d[\w.-]*$/),
  /** What it was built from; `-dirty` where that was more than the commit. Absent outside of a clone. */
  commit: z.string().optional(),
  lockfile: sha256,
  /** All files that are served, by their hash. */
  files: z.record(file, sha256),
};

/** `release.json` of a remote: a build is released by this file and needs no sources. */
export const RemoteRecord = z.looseObject({
  ...ofAnyBuild,
  name: z
    .string()
    .regex(/^[a-z]+$/)
    .refine((name) => name !== 'host'),
  /** The contract it was built with, as a range that the host has to meet. */
  contract: z.string().regex(/^\^\d+\.\d+\.\d+$/),
  /** Modules it expects of the host, each with the versions that will do. */
  needs: z.record(z.string(), z.string()),
  /** Libraries, and stateful parts of `shared/`, that it brings itself. */
  bundles: z.array(z.string()),
  /** What it takes of each part of `shared/` that the host provides. */
  takes: z.record(z.string(), z.array(z.string())).default({}),
});
export type RemoteRecord = z.infer<typeof RemoteRecord>;

/** `release.json` of the host. */
export const HostRecord = z.looseObject({
  ...ofAnyBuild,
  name: z.literal('host'),
  contract: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Modules it has on offer for remotes, each with its version. */
  provides: z.record(z.string(), z.string()),
  /** What each of those parts of `shared/` has; a host of before these were noted has none of them. */
  gives: z.record(z.string(), z.array(z.string())).default({}),
  /** What it understands of the screens that remotes declare: `wordsOf` in contracts. */
  words: z.array(z.string()).optional(),
  /** Addresses below /app that are its own. */
  paths: z.array(z.string()).default([]),
});
export type HostRecord = z.infer<typeof HostRecord>;

export type BuildRecord = HostRecord | RemoteRecord;
