import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { NOTHING, least, minor, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  CertificateInput,
  WithholdingCertificate,
  withholdingCertificates,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { todayIn } from '../../billing/documents/invoice-basis.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { inScope } from '../../scope.ts';
import { getCertificate } from './certificates.queries.ts';
import { lockEntries } from './withholding-entries.queries.ts';

type Asked = CertificateInput['matches'];
interface Match {
  entryId: string;
  amount: Minor;
}
type Terms = Pick<CertificateInput, 'clientId' | 'entityId' | 'currency' | 'fy' | 'quarter'>;
type Entry = Awaited<ReturnType<typeof lockEntries>>[number];

const isOther = (entry: Entry, terms: Terms): boolean =>
  entry.clientId !== terms.clientId ||
  entry.entityId !== terms.entityId ||
  entry.currency !== terms.currency ||
  entry.fy !== terms.fy ||
  entry.quarter !== terms.quarter;

/**
 * The amounts of the matches. Refuses each match of an entry that the caller does not see, that belongs to another client,
 * billing entity, currency or quarter, or of which less is open; and on `amount`, matches for more than `rest`.
 */
async function matchesOf(
  db: Db,
  user: CurrentUser,
  asked: Asked,
  terms: Terms,
  rest: Minor,
): Promise<Match[]> {
  if (asked.length === 0) return [];
  const entries = await lockEntries(
    db,
    user,
    asked.map(({ entryId }) => entryId),
  );
  const open = new Map(
    entries.map((one) => [
      one.id,
      subtract(subtract(minor(one.amount), minor(one.certified)), minor(one.writtenOff)),
    ]),
  );
  const fields: FieldRefusals = {};
  let left = rest;
  const matches = asked.map(({ entryId, amount: given }, index) => {
    const entry = entries.find(({ id }) => id === entryId);
    const awaited = open.get(entryId) ?? NOTHING;
    const amount = given ?? least(awaited, left);
    const place = `matches.${index}`;
    if (!entry) fields[`${place}.entryId`] = [{ code: 'REFERENCE_UNKNOWN' }];
    else if (isOther(entry, terms)) fields[`${place}.entryId`] = [{ code: 'ANOTHER_QUARTER' }];
    else if (amount > awaited || awaited === 0)
      fields[`${place}.amount`] = [{ code: 'ALLOC_EXCEEDS_TARGET' }];
    else if (amount > left || left === 0) fields.amount = [{ code: 'ALLOC_EXCEEDS_SOURCE' }];
    open.set(entryId, subtract(awaited, amount));
    left = subtract(left, amount);
    return { entryId, amount };
  });
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', {}, fields);
  return matches;
}

const storeMatches = (db: Db, certificateId: string, matches: readonly Match[]) =>
  matches.length === 0
    ? null
    : db
        .insertInto('certificateMatch')
        .values(matches.map((match) => ({ id: uuidv7(), certificateId, ...match })))
        .execute();

/** Only the person who uploaded a file may attach it. */
async function checkFile(db: Db, user: CurrentUser, id: string | null): Promise<void> {
  if (id === null) return;
  const file = await db
    .selectFrom('attachment')
    .select('id')
    .where('id', '=', id)
    .where('createdBy', '=', user.id)
    .executeTakeFirst();
  if (!file) throw refuseField('REFERENCE_UNKNOWN', 'attachmentId');
}

/** Stores a certificate whose fields were checked. */
export async function storeCertificate(
  db: Db,
  { matches, ...fields }: Omit<CertificateInput, 'matches'> & { matches: readonly Match[] },
  id: string = uuidv7(),
): Promise<string> {
  await db
    .insertInto('withholdingCertificate')
    .values({ id, ...fields })
    .execute();
  await storeMatches(db, id, matches);
  return id;
}

export async function createCertificate(
  db: Db,
  user: CurrentUser,
  { id, ...fields }: ParsedInputOf<typeof withholdingCertificates.create>,
): Promise<WithholdingCertificate> {
  const entity = await db
    .selectFrom('billingEntity')
    .select('timezone')
    .where('id', '=', fields.entityId)
    .executeTakeFirst();
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  const client = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', fields.clientId)
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
  if (fields.certificateDate > todayIn(entity.timezone))
    throw refuseField('INPUT_INVALID', 'certificateDate', {}, 'DATE_FUTURE');
  await checkFile(db, user, fields.attachmentId);
  const matches = await matchesOf(db, user, fields.matches, fields, fields.amount);
  return getCertificate(db, user, await storeCertificate(db, { ...fields, matches }, id));
}

async function held(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
  step: string,
): Promise<WithholdingCertificate> {
  const certificate = await lockAtVersion(db, 'withholdingCertificate', id, version, () =>
    getCertificate(db, user, id),
  );
  if (certificate.isWithdrawn) throw new Refusal('STATE_NOT_ALLOWED', { from: 'withdrawn', to: step });
  return certificate;
}

const changed = (db: Db, id: string, values: Record<string, unknown> = {}) =>
  db
    .updateTable('withholdingCertificate')
    .set({ ...values, ...nextVersion })
    .where('id', '=', id)
    .execute();

export async function matchCertificate(
  db: Db,
  user: CurrentUser,
  { id, matches }: ParsedInputOf<typeof withholdingCertificates.match>,
  version: number,
): Promise<WithholdingCertificate> {
  const { client, entity, amount, matched, ...terms } = await held(db, user, id, version, 'matched');
  const found = await matchesOf(
    db,
    user,
    matches,
    { ...terms, clientId: client.id, entityId: entity.id },
    subtract(amount, matched),
  );
  await storeMatches(db, id, found);
  await changed(db, id);
  return getCertificate(db, user, id);
}

export async function attachToCertificate(
  db: Db,
  user: CurrentUser,
  { id, attachmentId }: ParsedInputOf<typeof withholdingCertificates.attach>,
  version: number,
): Promise<WithholdingCertificate> {
  await held(db, user, id, version, 'changed');
  await checkFile(db, user, attachmentId);
  await changed(db, id, { attachmentId });
  return getCertificate(db, user, id);
}

/** Withdraws a wrong certificate: what it proved awaits one again. */
export async function withdrawCertificate(
  db: Db,
  user: CurrentUser,
  { id, reason }: ParsedInputOf<typeof withholdingCertificates.withdraw>,
  version: number,
): Promise<WithholdingCertificate> {
  await held(db, user, id, version, 'withdrawn');
  await db
    .updateTable('certificateMatch')
    .set({ releasedAt: sql<string>`now()`, releasedBy: user.id })
    .where('certificateId', '=', id)
    .where('releasedAt', 'is', null)
    .execute();
  await changed(db, id, {
    withdrawnAt: sql<string>`now()`,
    withdrawnBy: user.id,
    withdrawalReason: reason,
  });
  return getCertificate(db, user, id);
}
