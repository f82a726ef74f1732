import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Logger } from 'pino';
import type { DocumentKind } from '@daybook/contracts/crm/client-documents/client-documents';
import { exportTexts } from '@daybook/contracts/export-texts';
import { filled, textsOf } from '@daybook/contracts/server-texts';
import { apart } from '../../db/apart.ts';
import { at } from '../../db/clock.ts';
import type { Clock } from '../../db/clock.ts';
import { actAs } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { every } from '../../every.ts';
import { asRefusal } from '../../http/refuse.ts';
import { receiverOf } from './notice-receiver.queries.ts';
import type { Receiver } from './notice-receiver.queries.ts';

const everyMs = 60_000;

interface NewTask {
  title: string;
  clientId: string;
  dueOn: string;
  assigneeIds: string[];
}

/** Creates the task and returns its id; handed in, because documents know no tasks. */
export type MakeTask = (db: Db, task: NewTask) => Promise<string>;

interface Doing {
  clock: Clock;
  makeTask: MakeTask;
  log: Pick<Logger, 'warn'>;
  /** The documents whose notice has failed in this look, or has nobody to go to. */
  failed: string[];
}

interface Due {
  id: string;
  clientId: string;
  clientName: string;
  kind: DocumentKind;
  validTo: string;
  makesTask: boolean;
  today: string;
}

/**
 * A document whose notice is due, that no other server is working on. Documents that had expired when they were recorded, that
 * were given back, or whose client is inactive get none. Nothing is due while the installation is held.
 */
async function takeDue(db: Db, { clock, failed }: Doing): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select document.id, document.client_id, client.name as client_name, document.kind, document.valid_to,
      document.makes_task, (${at(clock)} at time zone entity.timezone)::date as today
    from client_document document
      join client on client.id = document.client_id and client.status = 'active'
      join billing_entity entity on entity.id = client.default_entity_id
    where is_in_notice(document, entity, ${at(clock)})
      and document.valid_to - document.notice_days <= (${at(clock)})::date + 1
      and not exists (select from client_document_notice given
        where given.document_id = document.id and given.valid_to = document.valid_to)
      and document.id <> all (${failed}::uuid[]) and not is_held('notices')
    order by document.valid_to, document.id limit 1 for no key update of document skip locked`.execute(db);
  return rows[0];
}

const titles = textsOf('documents');

/** “Renew: power of attorney, Acme”, in the language of the person who gets it. */
function titleOf({ kind, clientName }: Due, { language: of }: Receiver): string {
  const parts: Record<string, string> = { document: exportTexts[of].documentKind[kind], client: clientName };
  return filled(titles[of].renewDocument, (name) => parts[name] ?? '').slice(0, 200);
}

/** Whether another server gave it between this server’s look and its lock. */
const wasGiven = async (db: Db, { id, validTo }: Due): Promise<boolean> =>
  (await db
    .selectFrom('clientDocumentNotice')
    .select('documentId')
    .where('documentId', '=', id)
    .where('validTo', '=', validTo)
    .executeTakeFirst()) !== undefined;

/** Returns false if nobody can be told: the notice is then given once somebody can. */
async function give(db: Db, due: Due, makeTask: MakeTask): Promise<boolean> {
  const { id, clientId, clientName, validTo, today } = due;
  if (await wasGiven(db, due)) return true;
  const receiver = await receiverOf(db, id);
  if (!receiver) return false;
  const taskId = due.makesTask
    ? await makeTask(db, {
        title: titleOf(due, receiver),
        clientId,
        dueOn: validTo < today ? today : validTo,
        assigneeIds: [receiver.id],
      })
    : null;
  await db
    .insertInto('clientDocumentNotice')
    .values({ documentId: id, validTo, userId: receiver.id, taskId })
    .execute();
  await sql`select tell(${receiver.id}, 'document_expiring', jsonb_build_object('client', ${clientName}::text, 'date', ${validTo}::text),
    'client_document', ${id})`.execute(db);
  return true;
}

/**
 * Gives one notice, in one transaction with its task. Any number of servers may run it; if one is killed, the notice is either
 * given or not begun. Returns false if none is due.
 */
const giveNext = (root: Db, doing: Doing): Promise<boolean> =>
  inTransaction(root, async (db) => {
    await db.executeQuery(actAs(null, uuidv7(), 'client_documents.notice'));
    const due = await takeDue(db, doing);
    if (!due) return false;
    const given = await apart(db, () => give(db, due, doing.makeTask), asRefusal);
    if (given.refused) {
      doing.failed.push(due.id);
      doing.log.warn({ err: given.cause }, 'the notice of an expiry could not be given');
    } else if (!given.done) doing.failed.push(due.id);
    return true;
  });

/** Gives the notices that are due, one after the other. One that fails is left for the next look. */
export async function giveNotices(
  root: Db,
  doing: Omit<Doing, 'failed'> & { stop?: AbortSignal },
): Promise<void> {
  const failed: string[] = [];
  while (!doing.stop?.aborted && (await giveNext(root, { ...doing, failed })));
}

/** Looks every minute. The returned function stops it after the notice under way. Several servers may run it. */
export function startDocumentNotices(
  db: Db,
  makeTask: MakeTask,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const stopping = new AbortController();
  const stop = every(
    everyMs,
    () => giveNotices(db, { clock: null, makeTask, log, stop: stopping.signal }),
    (error) => log.warn({ err: error }, 'notices of expiries could not be given'),
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}
