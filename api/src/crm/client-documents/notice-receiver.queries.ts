import { sql } from 'kysely';
import type { Language } from '@daybook/contracts/fields';
import { leadingTypes } from '@daybook/contracts/notes';
import type { Scope, UserType } from '@daybook/contracts/permissions';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { readableAt } from '../clients/client-levels.ts';

export interface Receiver {
  id: string;
  language: Language;
}

interface Candidate extends Receiver {
  scope: Scope;
  userType: UserType;
}

/** Active people who may open documents of clients: whoever the level names, the other people of the client, then those who lead. */
async function candidatesOf(db: Db, documentId: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select person.id, person.locale as language, person.scope, person.user_type
    from client_document document join client on client.id = document.client_id
      cross join lateral (select array[
        case document.level when 'author' then document.created_by when 'manager_up' then client.manager_id else client.crm_id end,
        client.crm_id, client.manager_id, document.created_by] as ids) theirs
      join app_user person on person.id = any (theirs.ids) or person.user_type in (${sql.join(leadingTypes)})
    where document.id = ${documentId} and person.status = 'active'
      and (person.user_type = 'super_admin' or exists (
        select from user_grant held where held.user_id = person.id and held.key = 'clients.view'))
    order by array_position(theirs.ids, person.id), array_position(array['manager', 'admin', 'super_admin'], person.user_type),
      person.name, person.id`.execute(db);
  return rows;
}

/** The person to notify of the expiry: the first candidate with the client in scope who may read the document. */
export async function receiverOf(db: Db, documentId: string): Promise<Receiver | undefined> {
  for (const person of await candidatesOf(db, documentId)) {
    const read = await db
      .selectFrom('clientDocument as document')
      .innerJoin('client', 'client.id', 'document.clientId')
      .select('document.id')
      .where('document.id', '=', documentId)
      .where(inScope.client(person, sql.ref('document.clientId')))
      .where(
        readableAt(person, {
          level: sql.ref('document.level'),
          authorId: sql.ref('document.createdBy'),
          crmId: sql.ref('client.crmId'),
        }),
      )
      .executeTakeFirst();
    if (read) return person;
  }
  return undefined;
}
