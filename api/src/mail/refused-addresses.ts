import { sql } from 'kysely';
import type { RefusedAddress } from '@daybook/contracts/crm/contacts/refused-addresses';
import type { Db } from '../db/database.ts';

/** What a mail server replied to one recipient. */
export interface RefusedRecipient {
  recipient?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
  /** Whether the reply is final (5xx but 503). */
  permanent?: boolean | undefined;
}

/** The code of the reply and, if there is one, of its status (RFC 3463). The text is left out, because it may contain anything. */
function reasonOf({ responseCode, response = '' }: RefusedRecipient): string {
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return [responseCode, status].filter(Boolean).join(' ');
}

/**
 * Marks the recipients that the mail server refused for good, and takes the mark off those that it accepted. An address that is to
 * be tried again (4xx) stays as it was.
 */
export async function markRefused(
  db: Db,
  messageId: string,
  { refused, accepted }: { refused: readonly RefusedRecipient[]; accepted: readonly string[] },
): Promise<void> {
  const marks = refused.flatMap(({ recipient, ...reply }) =>
    recipient !== undefined && reply.permanent === true
      ? [{ address: recipient.toLowerCase(), reason: reasonOf(reply), messageId }]
      : [],
  );
  if (accepted.length > 0)
    await db
      .deleteFrom('refusedAddress')
      .where(sql<boolean>`address = any (${accepted.map((address) => address.toLowerCase())}::text[])`)
      .execute();
  for (const mark of marks) {
    await db
      .insertInto('refusedAddress')
      .values(mark)
      .onConflict((on) => on.column('address').doUpdateSet({ ...mark, refusedAt: sql<string>`now()` }))
      .execute();
  }
}

/** Those of the addresses that a mail server refused. */
export const findRefused = (db: Db, addresses: readonly string[]): Promise<RefusedAddress[]> =>
  db
    .selectFrom('refusedAddress')
    .select(['address', 'refusedAt as at', 'reason'])
    .where(sql<boolean>`address = any (${addresses}::text[])`)
    .orderBy('address')
    .execute();
