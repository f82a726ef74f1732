import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { needsNote } from '@daybook/contracts/receivables/follow-up/follow-ups';
import type { FollowUpBasis, followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { addDays } from '@daybook/contracts/plain-date';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { askedClient } from './asked-clients.queries.ts';
import { followUpBasis } from './follow-up.queries.ts';
import { lockFollowUp, recordPromise } from './record-promise.ts';

type Given = ParsedInputOf<typeof followUps.log>;

const aYear = 366;

/** Refuses a missing note or promise, a promise with another outcome, a time in the future, and a next action in the past. */
function check({ outcome, note, promise, at, nextOn }: Given, today: string): void {
  if (note === null && needsNote(outcome)) throw refuseField('INPUT_INVALID', 'note', {}, 'REQUIRED');
  if (outcome === 'promised' && promise === null)
    throw refuseField('INPUT_INVALID', 'promise', {}, 'REQUIRED');
  if (outcome !== 'promised' && promise !== null)
    throw refuseField('INPUT_INVALID', 'promise', {}, 'UNKNOWN_FIELD');
  if (at !== null && Date.parse(at) > Date.now())
    throw refuseField('INPUT_INVALID', 'at', {}, 'DATE_IN_FUTURE');
  if (nextOn === null) return;
  const latest = addDays(today, aYear);
  if (nextOn < today) throw refuseField('INPUT_INVALID', 'nextOn', { earliest: today }, 'DATE_TOO_EARLY');
  if (nextOn > latest) throw refuseField('INPUT_INVALID', 'nextOn', { latest }, 'DATE_TOO_LATE');
}

/** The name of the contact. Refuses REFERENCE_UNKNOWN on `contactId` for somebody who is no contact of the client. */
async function personOf(db: Db, clientId: string, contactId: string | null): Promise<string | null> {
  if (contactId === null) return null;
  const contact = await db
    .selectFrom('clientContact as link')
    .innerJoin('contact', 'contact.id', 'link.contactId')
    .select('contact.name')
    .where('link.clientId', '=', clientId)
    .where('link.contactId', '=', contactId)
    .executeTakeFirst();
  if (!contact) throw refuseField('REFERENCE_UNKNOWN', 'contactId');
  return contact.name;
}

/** Refuses REFERENCE_UNKNOWN for another client's entry, and STATE_NOT_ALLOWED for one that was corrected already. */
async function checkCorrected(db: Db, clientId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const entry = await db
    .selectFrom('followUp')
    .leftJoin('followUp as later', 'later.correctsId', 'followUp.id')
    .select('later.id as correctedBy')
    .where('followUp.id', '=', id)
    .where('followUp.clientId', '=', clientId)
    .executeTakeFirst();
  if (!entry) throw refuseField('REFERENCE_UNKNOWN', 'correctsId');
  if (entry.correctedBy !== null)
    throw new Refusal('STATE_NOT_ALLOWED', { from: 'corrected', to: 'corrected' });
}

/** Logs a contact with a client, and what was promised at it. Refuses NOT_FOUND, and each error on its field. */
export async function logFollowUp(db: Db, user: CurrentUser, given: Given): Promise<FollowUpBasis> {
  const { id = uuidv7(), clientId, promise, at, ...entry } = given;
  const asked = await askedClient(db, user, clientId);
  check(given, asked.today);
  await lockFollowUp(db, clientId);
  const person = await personOf(db, clientId, given.contactId);
  await checkCorrected(db, clientId, given.correctsId);
  await db
    .insertInto('followUp')
    .values({ id, clientId, person, ...entry, ...(at !== null && { happenedAt: at }) })
    .execute();
  if (promise !== null)
    await recordPromise(db, asked, promise, { note: null, followUpId: id, within: 'promise.' });
  return followUpBasis(db, user, clientId);
}
