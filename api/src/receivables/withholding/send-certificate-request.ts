import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import {
  mostAskedForCertificates,
  type CertificateRequest,
  type certificateRequests,
} from '@daybook/contracts/receivables/withholding/certificate-requests';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { issuerOf } from '../../billing/documents/issuer.ts';
import type { Db } from '../../db/database.ts';
import { textOfParts } from '../mails/mail-parts.ts';
import { putClientMail } from '../mails/put-client-mail.ts';
import { termsOfMail } from '../mails/terms-of-mail.ts';
import { deductors } from './certificate-requests.queries.ts';
import { draftOf } from './compose-certificate-request.ts';
import type { Draft } from './compose-certificate-request.ts';

const shown = ({ deductor, entries, totals, why, composed }: Draft): CertificateRequest => ({
  client: deductor.client,
  entity: deductor.entity,
  entries,
  totals,
  sentTo: deductor.to,
  copiedTo: deductor.cc,
  subject: composed && composed.subject,
  lastAskedOn: deductor.lastAskedOn,
  why,
});

/** What each client would be asked for now, by each billing entity. */
export async function previewRequests(
  db: Db,
  user: CurrentUser,
  { clientIds, entityId }: ParsedInputOf<typeof certificateRequests.preview>,
): Promise<Pick<OutputOf<typeof certificateRequests.preview>, 'rows' | 'isMore'>> {
  const found = await deductors(db, user, {
    clientIds: clientIds ?? null,
    entityId: entityId ?? null,
    most: mostAskedForCertificates + 1,
  });
  const shownHere = found.slice(0, mostAskedForCertificates);
  const issuers = new Map<string, Awaited<ReturnType<typeof issuerOf>>>();
  for (const { entity } of shownHere)
    if (!issuers.has(entity.id)) issuers.set(entity.id, await issuerOf(db, entity.id, null));
  const rows = shownHere.flatMap((deductor) => {
    const issuer = issuers.get(deductor.entity.id);
    return issuer ? [shown(draftOf(deductor, issuer))] : [];
  });
  return { rows, isMore: found.length > mostAskedForCertificates };
}

type One = ParsedInputOf<typeof certificateRequests.read>;

/** Refuses NOT_FOUND, also for a client from which the billing entity has no tax withheld. */
async function draftFor(db: Db, user: CurrentUser, { clientId, entityId }: One): Promise<Draft> {
  const [deductor] = await deductors(db, user, { clientIds: [clientId], entityId, most: 1 });
  if (!deductor) throw new Refusal('NOT_FOUND');
  return draftOf(deductor, await issuerOf(db, entityId, null));
}

/** The mail that would be sent now. Refuses NOT_FOUND. */
export async function readRequest(
  db: Db,
  user: CurrentUser,
  one: One,
): Promise<OutputOf<typeof certificateRequests.read>> {
  const draft = await draftFor(db, user, one);
  return { ...shown(draft), body: draft.composed && textOfParts(draft.composed.parts) };
}

interface How {
  /** A mail with the same key is written once. */
  key: string;
  /** The job that sends it. */
  runId?: string;
  canMail: boolean;
}

/**
 * Puts the mail into the outbox. Answers what was asked for and the id of the mail, which is null if a mail with this key was
 * written before. Refuses NOT_FOUND, MAIL_NOT_SET_UP, CERTIFICATE_NOT_AWAITED and ADDRESSEE_REQUIRED.
 */
export async function sendRequest(
  db: Db,
  user: CurrentUser,
  one: One,
  { key, runId, canMail }: How,
): Promise<{ request: CertificateRequest; mailId: string | null }> {
  if (!canMail) throw new Refusal('MAIL_NOT_SET_UP');
  const draft = await draftFor(db, user, one);
  const { deductor, composed, why } = draft;
  if (!composed)
    throw new Refusal(why === 'NO_MAIL_ADDRESS' ? 'ADDRESSEE_REQUIRED' : 'CERTIFICATE_NOT_AWAITED');
  const { replyTo, day } = await termsOfMail(db, one);
  const mailId = await putClientMail(db, {
    kind: 'certificate_request',
    key,
    ...one,
    day,
    ...(runId !== undefined && { runId }),
    ...(replyTo !== null && { replyTo }),
    sentTo: deductor.to,
    copiedTo: deductor.cc,
    language: deductor.language,
    subject: composed.subject,
    parts: composed.parts,
    files: [],
  });
  return { request: shown(draft), mailId };
}
