import type { Endpoint } from '@daybook/contracts/endpoint';
import type { JobKindName } from '@daybook/contracts/jobs/jobs';
import type { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';

export interface Item {
  jobId: string;
  no: number;
  /** The record that the item is about. */
  subject: string;
  entityId: string | null;
  /** What the person saw: a version, or a number of mails. */
  seen: number | null;
  /** What `makeJob` was given for this item; the kind parses it. */
  payload: unknown;
}

/** What an item leaves: the record that it created, a file for the archive of the job, or neither. */
export interface Result {
  made?: string;
  file?: { sha256: Buffer; fileName: string };
}

/**
 * What a job does with one item. A feature declares its kinds beside its commands and hands them in at `api/src/start-jobs.ts`,
 * so that the engine knows no feature. A new kind also needs its name in `jobKinds` (contracts/src/jobs/jobs.ts), its words in
 * the settings remote (`job.kinds`) and in the exports (`jobKind`), and by migration a row of `job_kind` and the kind of its notification.
 */
export interface JobKind {
  /** The endpoint of the single command: it defines who may call it. */
  endpoint: Endpoint;
  /** The action under which the audit log records it. */
  action: string;
  /**
   * The single command, in the transaction that also stores the outcome. It checks status, scope and what the person saw; a
   * refusal that it throws becomes the outcome of the item.
   */
  run: (db: Db, user: CurrentUser, item: Item, canMail: boolean) => Promise<Result>;
  /** Whether a refusal means that the record already was as it should become. The item is then skipped, not refused. */
  isAlreadySo?: (refusal: Refusal) => boolean;
}

export type JobKinds = Readonly<Record<JobKindName, JobKind>>;
