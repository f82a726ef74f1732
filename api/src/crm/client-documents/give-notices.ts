import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Logger } from 'pino';
import type { DocumentKind } from '@daybook/contracts/crm/client-documents/client-documents';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { filled, textsOf } from '@daybook/contracts/server-texts';
import { apart } from '../../db/apart.ts';
import { at } from '../../db/clock.ts';
import type { Clock } from '../../db/clock.ts';
import { actAs } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { every } from '../../every.ts';
import { asRefusal } from '../../http/refuse.ts';

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
  /** The documents whose notice has failed in this look. */
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
  /** Who is told, and has the task: the first active person who reads the document. */
  personId: string;
  language: Language;
}

/**
 * A document whose notice is due, that no other server is working on. Documents that had expired when they were recorded, that
 * were given back, or whose client is inactive get none, and one that only somebody who left may read. The relationship manager is told
 * first, then the manager, then an admin. Nothing is due while the installation is held.
 */
async function takeDue(db: Db, { clock, failed }: Doing): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select document.id, document.client_id, client.name as client_name, document.kind, document.valid_to,
      document.makes_task, (${at(clock)} at time zone entity.timezone)::date as today,
      person.id as person_id, person.locale as language
    from client_document document
      join client on client.id = document.client_id and client.status = 'active'
      join billing_entity entity on entity.id = client.default_entity_id
      cross join lateral (
        select id, locale from app_user where status = 'active' and case document.level
          when 'author' then id = document.created_by
          when 'manager_up' then id in (client.manager_id, document.created_by) or user_type in ('super_admin', 'admin')
          else id in (client.crm_id, client.manager_id) or user_type in ('super_admin', 'admin') end
        order by id is distinct from client.crm_id, id is distinct from client.manager_id,
          id is distinct from document.created_by, user_type = 'super_admin', id
        limit 1) person
    where document.notice_days is not null and document.returned_on is null
      and document.valid_to - document.notice_days <= (${at(clock)})::date + 1
      and document.valid_to - document.notice_days <= (${at(clock)} at time zone entity.timezone)::date
      and document.valid_to >= (document.created_at at time zone entity.timezone)::date
      and not exists (select from client_document_notice given
        where given.document_id = document.id and given.valid_to = document.valid_to)
      and document.id <> all (${failed}::uuid[]) and not is_held()
    order by document.valid_to, document.id limit 1 for no key update of document skip locked`.execute(db);
  return rows[0];
}

const titles = textsOf('documents');

/** “Renew: power of attorney, Acme”, in the language of the person who gets it. */
function titleOf({ language, kind, clientName }: Due): string {
  const parts: Record<string, string> = {
    document: exportTexts[language].documentKind[kind],
    client: clientName,
  };
  return filled(titles[language].renewDocument, (name) => parts[name] ?? '').slice(0, 200);
}

/** Whether another server gave it between this server’s look and its lock. */
const wasGiven = async (db: Db, { id, validTo }: Due): Promise<boolean> =>
  (await db
    .selectFrom('clientDocumentNotice')
    .select('documentId')
    .where('documentId', '=', id)
    .where('validTo', '=', validTo)
    .executeTakeFirst()) !== undefined;

async function give(db: Db, due: Due, makeTask: MakeTask): Promise<void> {
  const { id, clientId, clientName, validTo, today, personId } = due;
  if (await wasGiven(db, due)) return;
  const taskId = due.makesTask
    ? await makeTask(db, {
        title: titleOf(due),
        clientId,
        dueOn: validTo < today ? today : validTo,
        assigneeIds: [personId],
      })
    : null;
  await db
    .insertInto('clientDocumentNotice')
    .values({ documentId: id, validTo, userId: personId, taskId })
    .execute();
  await sql`select tell(${personId}, 'document_expiring', jsonb_build_object('client', ${clientName}::text, 'date', ${validTo}::text),
    'client_document', ${id})`.execute(db);
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
    }
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
