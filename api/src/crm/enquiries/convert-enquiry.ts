import type { Enquiry, enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import { isKept } from '@daybook/contracts/identifiers/registration';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { refusedAt } from '../../db/refused-at.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { checkRegistrations } from '../clients/clients.rules.ts';
import type { ClientFields } from '../clients/clients.rules.ts';
import { addContact, addRegistration } from '../clients/save-client-parts.ts';
import { createClient } from '../clients/save-client.ts';
import { givePackage } from '../subscriptions/apply-package.ts';
import { getEnquiry } from './enquiries.queries.ts';
import { checkMove } from './enquiries.rules.ts';
import { createFirstTasks } from './first-tasks.ts';
import { dayOfMove } from './move-enquiry.ts';
import { checkClient } from './save-enquiry.ts';

type Input = ParsedInputOf<typeof enquiries.convert>;

/**
 * Wins an enquiry and returns its client. It runs in one transaction under the enquiry’s lock: of several conversions the first
 * creates the client, its first tasks and its package, and the others return it. Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED,
 * REFERENCE_UNKNOWN on `clientId`, TAX_ID_CHECKSUM on `taxId`, what `createClient` refuses on `client.…`, what
 * `createFirstTasks` refuses on `tasks.…`, and what `givePackage` refuses on `package.…`.
 */
export async function convertEnquiry(
  db: Db,
  user: CurrentUser,
  input: Input,
  version: number,
  canMail: boolean,
): Promise<OutputOf<typeof enquiries.convert>> {
  const { id } = input;
  await db.selectFrom('enquiry').select('id').where('id', '=', id).forUpdate().execute();
  const enquiry = await getEnquiry(db, user, id);
  if (enquiry.convertedClient) return { client: await clientOf(db, enquiry.convertedClient.id) };
  await lockAtVersion(db, 'enquiry', id, version, () => getEnquiry(db, user, id));
  checkMove(enquiry, 'won', 'enquiries.convert');
  const clientId = await chooseClient(db, user, input, enquiry);
  await createFirstTasks(db, user, clientId, input.tasks);
  const { package: applied } = input;
  if (applied !== null)
    await onPackage(() => givePackage(db, user, { id: undefined, clientId, ...applied }, canMail));
  await db
    .updateTable('enquiry')
    .set({
      status: 'won',
      statusSince: dayOfMove(input.on),
      heldStatus: null,
      nextActionOn: null,
      convertedClientId: clientId,
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return { client: await clientOf(db, clientId) };
}

/** Shows at the package of the conversion what it is refused for. */
export const onPackage = <T>(work: () => Promise<T>): Promise<T> =>
  refusedAt((field) => `package.${field}`, work);

/** The client of a conversion: the chosen one with the contact and the tax number, or a new one. */
export async function chooseClient(
  db: Db,
  user: CurrentUser,
  input: Pick<Input, 'clientId' | 'client' | 'contact' | 'taxId' | 'taxScheme' | 'taxNote'>,
  enquiry: Enquiry,
  codeOf?: Parameters<typeof createClient>[4],
): Promise<string> {
  const { clientId, client } = input;
  const contact = {
    ...(input.contact ?? { name: enquiry.name, email: enquiry.email, phone: enquiry.phone }),
    roles: [],
    position: null,
    sendInvoices: null,
    sendProformas: null,
    sendReceipts: null,
    sendCreditNotes: null,
    sendReminders: null,
    sendStatements: null,
  };
  const registrations = registrationOf(input);
  if (clientId !== null) {
    await checkClient(db, user, clientId, 'clientId');
    // Of two enquiries of one person that are converted at once, the second one finds the contact and the number there.
    await db.selectFrom('client').select('id').where('id', '=', clientId).forNoKeyUpdate().execute();
    await addContact(db, clientId, contact);
    for (const registration of registrations) await addRegistration(db, clientId, registration);
    return clientId;
  }
  // The schema has checked it.
  if (client === null) throw refuseField('INPUT_INVALID', 'clientId', {}, 'REQUIRED');
  const made = await createClient(
    db,
    user,
    { ...client, contacts: [contact], addresses: [], registrations },
    'client.',
    codeOf,
  );
  return made.id;
}

/** The tax number that the client gets. Refuses TAX_ID_CHECKSUM on `taxId`. */
function registrationOf({
  taxId,
  taxScheme,
  taxNote,
}: Pick<Input, 'taxId' | 'taxScheme' | 'taxNote'>): ClientFields['registrations'] {
  if (taxId === null || taxScheme === null) return [];
  const given = {
    scheme: taxScheme,
    value: taxId,
    note: taxNote,
    region: null,
    validFrom: null,
    validTo: null,
  };
  if (!isKept(given)) throw refuseField('TAX_ID_CHECKSUM', 'taxId');
  return checkRegistrations([given]);
}

async function clientOf(db: Db, id: string): Promise<OutputOf<typeof enquiries.convert>['client']> {
  return db
    .selectFrom('client')
    .select(['id', 'code', 'name as label'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
