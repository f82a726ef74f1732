import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { EnquiryPost } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import type { FormNote } from '@daybook/contracts/crm/enquiry-form/form-note';
import type { Language } from '@daybook/contracts/fields';
import { theSystem } from '../../auth/the-system.ts';
import { actAs } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { runAgain } from '../../http/run-write.ts';
import { enqueueMail } from '../../mail/outbox.ts';
import { enquiryReceivedLetter } from '../../mail/letters.ts';
import { signed } from '../../mail/signed.ts';
import { createEnquiry } from '../enquiries/save-enquiry.ts';
import { consentIn } from './enquiry-form.queries.ts';
import type { ShownForm } from './enquiry-form.queries.ts';
import { mayConfirmTo } from './form-limits.ts';

interface Received {
  post: EnquiryPost;
  form: ShownForm;
  /** Of the page, for the confirmation. */
  language: Language;
  requestId: string;
  /** Whether the installation sends mails. */
  mails: boolean;
}

/**
 * Stores what a visitor sent: as a new enquiry, or as a note on one of the same person that is open or ten minutes old
 * (`enquiry_of_sender`). What is only sent twice changes nothing.
 */
export const receiveEnquiry = (root: Db, received: Received): Promise<void> =>
  runAgain(() => inTransaction(root, (db) => receive(db, received)));

async function receive(db: Db, received: Received): Promise<void> {
  const { post, form, language, requestId, mails } = received;
  await db.executeQuery(actAs(null, requestId, 'enquiries.create'));
  const own = uuidv7();
  const { rows } = await sql<{ enquiryId: string; isRepeat: boolean }>`
    select * from enquiry_of_sender(${own}, ${post.email}, ${post.phone})`.execute(db);
  const { enquiryId, isRepeat } = rows[0] ?? { enquiryId: own, isRepeat: false };
  if (enquiryId === own) await createOwn(db, own, received);
  else await continueEnquiry(db, enquiryId, received);
  if (!isRepeat && mails && post.email !== null && (await mayConfirmTo(db, post.email))) {
    const letter = await signed(db, language, enquiryReceivedLetter(language, form.firm));
    await enqueueMail(db, { key: `enquiry-form ${own}`, to: post.email, ...letter });
  }
}

async function createOwn(db: Db, id: string, received: Received): Promise<void> {
  const { post, form } = received;
  const serviceIds = offered(post, form).map((service) => service.id);
  const { rows } = await sql<{ ownerId: string; today: string; sourceId: string }>`
    select next_enquiry_owner(${serviceIds}::uuid[]) as owner_id, (now() at time zone ${form.timezone})::date as today,
      (select id from enquiry_source where usual = 'web') as source_id`.execute(db);
  const { ownerId = theSystem.id, today = '', sourceId = '' } = rows[0] ?? {};
  const { name, company, email, phone } = post;
  await createEnquiry(
    db,
    theSystem,
    {
      id,
      enquiryDate: today,
      nextActionOn: today,
      name,
      company,
      email,
      phone,
      sourceId,
      taxId: null,
      serviceIds,
      ownerId,
      referrerClientId: null,
      expectedValue: null,
      currency: null,
    },
    // The source is the web even where nobody chooses it any more, and what the page offered may have become inactive since.
    [sourceId, ownerId, ...serviceIds],
  );
  await addNote(db, id, received);
}

/**
 * Adds what a known person wrote to their enquiry and tells its owner, unless the same is there already. An open enquiry whose
 * owner has left goes to whoever gets the new ones.
 */
async function continueEnquiry(db: Db, id: string, received: Received): Promise<void> {
  await db.executeQuery(actAs(null, received.requestId, 'enquiries.addNote'));
  await sql`update enquiry set version = enquiry.version + 1,
      owner_id = next_enquiry_owner(array(select service_id from enquiry_service where enquiry_id = enquiry.id))
    from app_user gone where enquiry.id = ${id} and enquiry.status not in ('won', 'lost')
      and gone.id = enquiry.owner_id and gone.status = 'deactivated'`.execute(db);
  if (!(await addNote(db, id, received))) return;
  await sql`select tell(owner_id, 'enquiry_continued', jsonb_build_object('no', no, 'name', name), 'enquiry', id)
    from enquiry where id = ${id}`.execute(db);
}

const offered = ({ serviceIds }: EnquiryPost, { services }: ShownForm) =>
  services.filter(({ id }) => serviceIds.includes(id));

/** What the message came with, for its readers. */
function formOf({ post, form, language }: Received): FormNote {
  const { name, company, email, phone } = post;
  const services = offered(post, form).map(({ label }) => label);
  const consent = post.consent ? consentIn(form.consent, language) : null;
  return { language, name, company, email, phone, services, consent };
}

/** Returns false if the enquiry has the same note. Its row is locked, so that of two that come at once one is added. */
async function addNote(db: Db, enquiryId: string, received: Received): Promise<boolean> {
  await db.selectFrom('enquiry').select('id').where('id', '=', enquiryId).forUpdate().execute();
  const body = received.post.message;
  const form = sql<string>`${JSON.stringify(formOf(received))}::jsonb`;
  const same = await db
    .selectFrom('enquiryNote')
    .select('id')
    .where('enquiryId', '=', enquiryId)
    .where('body', '=', body)
    .where('form', '=', form)
    .executeTakeFirst();
  if (same) return false;
  await db.insertInto('enquiryNote').values({ id: uuidv7(), enquiryId, body, form }).execute();
  return true;
}
