import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';

export const loadOutcomes = ['loaded', 'rolled_back', 'failed'] as const;

/** How one remote came into a tab. */
const RemoteLoad = z
  .strictObject({
    remote: z.string().regex(/^[a-z]{1,30}$/, 'NOT_A_CHOICE'),
    /** The one that was asked for; after `rolled_back` the one before it is what runs. */
    version: z.string().regex(/^[\w.+-]{1,60}$/, 'NOT_A_CHOICE'),
    outcome: z.enum(loadOutcomes),
    /** Why the version could not be loaded, as the failure names it (docs/rules.md#load-failures). */
    code: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,59}$/, 'NOT_A_CHOICE')
      .nullable(),
    ms: z.int().min(0).max(600_000),
  })
  .refine(({ outcome, code }) => (outcome === 'loaded') === (code === null), {
    path: ['code'],
    error: 'NOT_A_CHOICE',
  });
export type RemoteLoad = z.infer<typeof RemoteLoad>;

export const remoteLoadDays = ['1', '7', '30'] as const;

export const RemoteLoadSummary = z.object({
  remote: z.string(),
  version: z.string(),
  loaded: z.int(),
  rolledBack: z.int(),
  failed: z.int(),
  /** Milliseconds of those that were loaded: the middle one, and the one that 19 of 20 stay below; null where none was. */
  medianMs: z.int().nullable(),
  slowMs: z.int().nullable(),
  /** Of those that were not, the most frequent first. */
  codes: z.array(z.object({ code: z.string(), count: z.int() })),
  lastAt: Instant,
});
export type RemoteLoadSummary = z.infer<typeof RemoteLoadSummary>;

export const remoteLoads = {
  /** What a tab has seen since it last told; kept for thirty days, without who it was. */
  tell: endpoint({
    method: 'POST',
    path: '/remote-loads',
    allow: 'signedIn',
    passive: true,
    input: z.object({ loads: z.array(RemoteLoad).min(1).max(20) }),
    output: z.object({}),
  }),
  /** By remote and version, what was seen last first; the newest twenty. */
  summary: endpoint({
    method: 'GET',
    path: '/remote-loads',
    allow: 'dashboard.admin',
    input: z.object({ days: z.enum(remoteLoadDays).default('7') }),
    output: z.object({ rows: z.array(RemoteLoadSummary) }),
  }),
};
