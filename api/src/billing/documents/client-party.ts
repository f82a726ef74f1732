import { sql } from 'kysely';
import type { Party } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Language } from '@daybook/contracts/fields';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { clientParty } from './parties.ts';
import type { Address, Registration } from './parties.ts';

export interface NamedClient {
  name: string;
  docLocale: Language;
  party: Party;
}

/**
 * Clients by id, as a document names them with the registrations in force on `day`, by default today. Clients outside the
 * caller's scope are left out.
 */
export async function namedClients(
  db: Db,
  user: CurrentUser,
  ids: readonly string[],
  day: string | null = null,
): Promise<Map<string, NamedClient>> {
  const rows = await db
    .selectFrom('client')
    .select([
      'id',
      'name',
      'legalName',
      sql<Language>`doc_locale`.as('docLocale'),
      sql<
        Registration[]
      >`coalesce((select jsonb_agg(jsonb_build_object('scheme', scheme, 'value', value) order by no)
        from client_registration where client_id = client.id
          and coalesce(${day}::date, current_date) between coalesce(valid_from, '-infinity') and coalesce(valid_to, 'infinity')), '[]')`.as(
        'registrations',
      ),
      sql<Address | null>`(select jsonb_build_object('line1', line1, 'line2', line2, 'city', city, 'postal', postal,
        'regionCode', region_code, 'country', country) from client_address where client_id = client.id order by kind <> 'billing', no limit 1)`.as(
        'address',
      ),
    ])
    .where(sql<boolean>`client.id = any (${ids}::uuid[])`)
    .where(inScope.client(user, sql.ref('client.id')))
    .execute();
  return new Map(
    rows.map((client) => [
      client.id,
      { name: client.name, docLocale: client.docLocale, party: clientParty(client) },
    ]),
  );
}

/** Undefined when the client is outside the caller's scope. */
export const namedClient = async (
  db: Db,
  user: CurrentUser,
  id: string,
  day: string | null = null,
): Promise<NamedClient | undefined> => (await namedClients(db, user, [id], day)).get(id);
