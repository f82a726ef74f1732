import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { linkPurposes } from '@daybook/contracts/auth/account';
import type { Language } from '@daybook/contracts/fields';
import type { Scope } from '@daybook/contracts/permissions';
import { Refusal } from '@daybook/contracts/refusals';
import { actAs } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { linkMail } from '../mail/letters.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { isWithin } from '../people/access.queries.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { endSessionsOf, whoIsAbsent } from './sessions.ts';

export type LinkPurpose = (typeof linkPurposes)[number];

/** How a link reaches its person: by mail or, without a mail server, through the person who created it. */
export interface LinkDelivery {
  publicUrl: string;
  mails: boolean;
}

interface Person {
  id: string;
  name: string;
  email: string;
  locale: Language;
  purpose: LinkPurpose;
}

const lifetime: Record<LinkPurpose, string> = { invitation: '7 days', reset: '1 hour' };

/** 256 random bits; the database stores only their hash. */
const makeToken = (): string => randomBytes(32).toString('base64url');
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
/** The token is in the fragment, which no browser sends, so it is in no server's log. */
const addressOf = ({ publicUrl }: LinkDelivery, token: string): string => `${publicUrl}/auth/link#${token}`;

/** Replaces the previous link by a new one; false when the previous one is younger than `restMs`. */
async function replaceLink(
  db: Db,
  { id, purpose, isMailed }: Pick<Person, 'id' | 'purpose'> & { isMailed: boolean },
  token: string,
  restMs = 0,
): Promise<boolean> {
  const row = {
    tokenHash: hashOf(token),
    purpose,
    shownTo: isMailed ? null : sql<string | null>`daybook_actor()`,
    expiresAt: sql<string>`clock_timestamp() + ${lifetime[purpose]}::interval`,
    createdAt: sql<string>`clock_timestamp()`,
  };
  const stored = await db
    .insertInto('oneTimeLink')
    .values({ userId: id, ...row })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(row)
        .where(
          sql<boolean>`one_time_link.created_at <= clock_timestamp() - ${restMs} * interval '1 millisecond'`,
        ),
    )
    .returning('userId')
    .executeTakeFirst();
  return stored !== undefined;
}

async function mailLink(db: Db, person: Person, delivery: LinkDelivery, token: string): Promise<void> {
  const { subject, body } = linkMail(person.purpose, person, addressOf(delivery, token));
  await enqueueMail(db, { key: `link ${hashOf(token).toString('hex')}`, to: person.email, subject, body });
}

/** Mails the person a new link, which ends the previous one. Returns the link only when there is no mail server. */
export async function issueLink(
  db: Db,
  userId: string,
  purpose: LinkPurpose,
  delivery: LinkDelivery,
): Promise<string | null> {
  const person = await db
    .selectFrom('appUser')
    .select(['id', 'name', 'email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const token = makeToken();
  await replaceLink(db, { id: userId, purpose, isMailed: delivery.mails }, token);
  if (!delivery.mails) return addressOf(delivery, token);
  await mailLink(db, { ...person, locale: person.locale as Language, purpose }, delivery, token);
  return null;
}

export async function endLinkOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('oneTimeLink').where('userId', '=', userId).execute();
}

const oneMinute = 60_000;

/**
 * A person requests a link because they forgot their password; at most one mail a minute. Nothing reveals whether the account
 * exists: there is no answer, and no wait for the disk, which only a stored link would need.
 */
export async function askForLink(root: Db, email: string, delivery: LinkDelivery): Promise<void> {
  if (!delivery.mails) return;
  const token = makeToken();
  await root.transaction().execute(async (db) => {
    await sql`set local synchronous_commit = off`.execute(db);
    const person = await db
      .selectFrom('appUser')
      .select(['id', 'name', 'email', 'locale', 'status'])
      .where('email', '=', email)
      .where('status', 'in', ['invited', 'active'])
      .where('userType', '<>', 'client')
      .executeTakeFirst();
    if (!person) return;
    const purpose: LinkPurpose = person.status === 'invited' ? 'invitation' : 'reset';
    const isNew = await replaceLink(db, { id: person.id, purpose, isMailed: true }, token, oneMinute);
    if (isNew) await mailLink(db, { ...person, locale: person.locale as Language, purpose }, delivery, token);
  });
}

const liveLink = (db: Db, token: string) =>
  db
    .selectFrom('oneTimeLink')
    .innerJoin('appUser', 'appUser.id', 'oneTimeLink.userId')
    .where('oneTimeLink.tokenHash', '=', hashOf(token))
    .where('oneTimeLink.expiresAt', '>', sql<string>`clock_timestamp()`)
    .where('appUser.status', '<>', 'deactivated')
    .select(['appUser.id', 'appUser.name', 'appUser.email', 'oneTimeLink.purpose'])
    .select([sql<Scope>`app_user.scope`.as('scope'), 'oneTimeLink.shownTo']);

type Link = Awaited<ReturnType<ReturnType<typeof liveLink>['executeTakeFirstOrThrow']>>;

/**
 * Checks a link. The person who was shown it could use it themselves, so it is refused with LINK_INVALID when its account has
 * since been granted more than that person holds, and when it no longer exists.
 */
async function checkLink(db: Db, link: Link | undefined): Promise<Link> {
  if (!link) throw new Refusal('LINK_INVALID');
  if (link.shownTo === null) return link;
  const shownTo = await whoIsAbsent(db, link.shownTo).catch(() => null);
  if (!shownTo || !(await isWithin(db, shownTo, link))) throw new Refusal('LINK_INVALID');
  return link;
}

/** The purpose of a link and its person. Refuses LINK_INVALID. */
export async function readLink(db: Db, token: string) {
  const link = await checkLink(db, await liveLink(db, token).executeTakeFirst());
  const { purpose, name, email } = link;
  return { purpose: purpose as LinkPurpose, name, email };
}

/**
 * Sets the password, uses up the link and ends the person's sessions in one transaction. Of two people who use one link, one
 * gets in. Refuses LINK_INVALID, PASSWORD_COMMON on `password`.
 */
export async function acceptLink(
  root: Db,
  token: string,
  password: string,
  request: { id: string; ip: string },
): Promise<{ email: string }> {
  const { name, email } = await readLink(root, token);
  await refuseWeakPassword('password', password, [name, email, ...email.split('@')]);
  const passwordHash = await hashPassword(password);
  return root.transaction().execute(async (db) => {
    // Locks the person first, as a reset or a deactivation does; the other order would deadlock.
    const link = await checkLink(db, await liveLink(db, token).forUpdate('appUser').executeTakeFirst());
    const used = await db
      .deleteFrom('oneTimeLink')
      .where('tokenHash', '=', hashOf(token))
      .returning('userId')
      .executeTakeFirst();
    if (!used) throw new Refusal('LINK_INVALID');
    await db.executeQuery(actAs(used.userId, request.id, 'auth.acceptLink', request.ip));
    await db
      .updateTable('appUser')
      .set({
        passwordHash,
        passwordChangedAt: sql<string>`now()`,
        mustChangePassword: false,
        status: 'active',
      })
      .where('id', '=', used.userId)
      .execute();
    await endSessionsOf(db, used.userId);
    return { email: link.email };
  });
}
