import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';

export const loadOutcomes = ['loaded', 'rolled_back', 'failed'] as const;

/** One load of a remote in a tab. */
const RemoteLoad = z
  .strictObject({
    remote: z.string().regex(/^[a-z]{1,30}$/, 'NOT_A_CHOICE'),
    /** The requested version; after `rolled_back` the previous version runs. */
    version: z.string().regex(/^[\w.+-]{1,60}$/, 'NOT_A_CHOICE'),
    outcome: z.enum(loadOutcomes),
    /** Why the version could not be loaded: the code of the failure (docs/rules.md#load-failures). */
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
  /** The median and the 95th percentile of successful loads, in milliseconds; null without any. */
  medianMs: z.int().nullable(),
  slowMs: z.int().nullable(),
  /** The failures by code, the most frequent first. */
  codes: z.array(z.object({ code: z.string(), count: z.int() })),
  lastAt: Instant,
});
export type RemoteLoadSummary = z.infer<typeof RemoteLoadSummary>;

export const remoteLoads = {
  /** Reports the loads that a tab has seen since its last report. They are stored for thirty days, without the person. */
  tell: endpoint({
    method: 'POST',
    path: '/remote-loads',
    allow: 'signedIn',
    passive: true,
    input: z.object({ loads: z.array(RemoteLoad).min(1).max(20) }),
    output: z.object({}),
  }),
  /** By remote and version, the most recently seen first; at most twenty. */
  summary: endpoint({
    method: 'GET',
    path: '/remote-loads',
    allow: 'dashboard.admin',
    input: z.object({ days: z.enum(remoteLoadDays).default('7') }),
    output: z.object({ rows: z.array(RemoteLoadSummary) }),
  }),
};
