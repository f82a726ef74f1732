import { sql } from 'kysely';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { statusOf } from '@daybook/contracts/refusals';
import type { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { mayCall, refuseDuringRequiredStep } from '../../auth/may-call.ts';
import { whoIsAbsent } from '../../auth/sessions.ts';
import { actAs, json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { keepPdf } from '../../files/file-content.ts';
import { asRefusal } from '../../http/refuse.ts';
import { fileNameOf } from '../documents/send-pdf.ts';
import { issueInvoice } from './invoice-issue.ts';
import { sendUsualLetter } from './send-invoice-mail.ts';
import { invoicePaper } from './invoice-pdf.ts';

/** How often the database may fail on one item before the job continues without it. */
const mostFailures = 10;

type Kind = 'issue' | 'send' | 'pdf';

interface Item {
  jobId: string;
  no: number;
  invoiceId: string;
  kind: Kind;
  createdBy: string;
  seen: number | null;
}

interface Collected {
  sha256: Buffer;
  fileName: string;
}

interface Step {
  /** The endpoint of the single command: it defines who may call it. */
  endpoint: Endpoint;
  action: string;
  run: (db: Db, user: CurrentUser, item: Item, canMail: boolean) => Promise<Collected | null>;
}

/** Each step runs the command for a single invoice. */
const steps: Record<Kind, Step> = {
  issue: {
    endpoint: invoices.issue,
    action: 'invoices.issue',
    run: async (db, user, { invoiceId, seen }) => {
      await issueInvoice(db, user, invoiceId, seen ?? 0);
      return null;
    },
  },
  send: {
    endpoint: invoiceMails.send,
    action: 'invoice_mails.send',
    run: async (db, user, { invoiceId, seen }, canMail) => {
      await sendUsualLetter(db, user, { id: invoiceId, nth: seen ?? 0 }, canMail);
      return null;
    },
  },
  pdf: {
    endpoint: invoices.pdf,
    action: 'invoices.pdf',
    run: async (db, user, { invoiceId }) => {
      const { name, file } = await invoicePaper(db, user, invoiceId);
      return { sha256: await keepPdf(db, file), fileName: fileNameOf(name) };
    },
  },
};

/**
 * The next item of the oldest job that no other server is working on. Only one item of a job is processed at a time, so
 * that numbers follow the order of the job.
 */
async function takeNext(db: Db): Promise<Item | undefined> {
  const taken = await sql<Item>`
    with job as (select id, kind, created_by from invoice_job
      where ended_at is null order by created_at, id limit 1 for update skip locked)
    select job.id as job_id, item.no, item.invoice_id, job.kind, job.created_by, item.seen
    from job cross join lateral (select no, invoice_id, seen from invoice_job_item
      where job_id = job.id and status = 'waiting' order by no limit 1) item`.execute(db);
  return taken.rows[0];
}

const isAlreadySo = ({ code, params }: Refusal): boolean =>
  code === 'ALREADY_SENT' || (code === 'STATE_NOT_ALLOWED' && params.to === 'issued');

const waiting = (db: Db, { jobId, no }: Item) =>
  db
    .updateTable('invoiceJobItem')
    .where('jobId', '=', jobId)
    .where('no', '=', no)
    .where('status', '=', 'waiting');

const now = sql<string>`clock_timestamp()`;

/** Uses the permissions that the person who started the job has at this moment. */
async function doItem(db: Db, item: Item, canMail: boolean): Promise<void> {
  const { endpoint, action, run } = steps[item.kind];
  await db.executeQuery(actAs(item.createdBy, item.jobId, action));
  const user = await whoIsAbsent(db, item.createdBy);
  refuseDuringRequiredStep(endpoint, user);
  mayCall(endpoint, user);
  const collected = await run(db, user, item, canMail);
  await waiting(db, item)
    .set({ status: 'done', doneAt: now, ...collected })
    .execute();
}

async function keepRefusal(root: Db, item: Item, refusal: Refusal): Promise<void> {
  const { current: _current, ...params } = refusal.params;
  const kept = { code: refusal.code, params, fields: refusal.fields };
  await root.transaction().execute(async (db) => {
    // Locks the job before the item, as `takeNext` does.
    await db.selectFrom('invoiceJob').select('id').where('id', '=', item.jobId).forUpdate().execute();
    await waiting(db, item)
      .where((eb) =>
        eb.exists(
          eb.selectFrom('invoiceJob').select('id').where('id', '=', item.jobId).where('endedAt', 'is', null),
        ),
      )
      .set(
        isAlreadySo(refusal)
          ? { status: 'skipped', doneAt: now }
          : { status: 'refused', doneAt: now, refusal: json(kept) },
      )
      .execute();
  });
}

/** True if the item should be tried again: the database failed, and has not yet failed too often. */
async function waits(root: Db, item: Item): Promise<boolean> {
  const { failures } = (await waiting(root, item)
    .set({ failures: sql<number>`failures + 1` })
    .returning('failures')
    .executeTakeFirst()) ?? { failures: 0 };
  return failures < mostFailures;
}

/** Processes one item in one transaction, so that its effect and its status commit together. Returns false when no item is waiting. */
async function doNext(root: Db, canMail: boolean): Promise<boolean> {
  let item: Item | undefined;
  try {
    await root.transaction().execute(async (db) => {
      item = await takeNext(db);
      if (item) await doItem(db, item, canMail);
    });
  } catch (error) {
    if (!item) throw error;
    const refusal = asRefusal(error as Error);
    if (refusal.code === 'UNAVAILABLE' && (await waits(root, item))) throw error;
    await keepRefusal(root, item, refusal);
    // An internal error is stored as the item's result like any other, and is also logged.
    if (statusOf(refusal.code) >= 500) throw error;
  }
  return item !== undefined;
}

/**
 * Processes waiting items one after the other until `stop` is aborted. Several servers may run it at once. Returns the
 * number of items tried.
 */
export async function doInvoiceJobs(root: Db, canMail: boolean, stop?: AbortSignal): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    if (stop?.aborted || !(await doNext(root, canMail))) return tried;
  }
}
