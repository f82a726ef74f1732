import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import type { SecuritySettings, security } from '@daybook/contracts/settings/security/security';
import { mayWorkFrom } from '../../auth/networks.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getSecurity, storedSecurity } from './security.queries.ts';

interface Caller {
  address: string;
  version: number;
}

/**
 * Takes effect with the next request of the people concerned. Refuses VERSION_CONFLICT, and NETWORK_LOCKS_YOU_OUT on
 * `allowedNetworks`.
 */
export async function saveSecurity(
  db: Db,
  input: ParsedInputOf<typeof security.save>,
  { address, version }: Caller,
): Promise<SecuritySettings> {
  const { id } = await storedSecurity(db);
  await lockAtVersion(db, 'signInPolicy', id, version, () => getSecurity(db, address));
  await db
    .updateTable('signInPolicy')
    .set({
      totpRequired: [...new Set(input.totpRequired)].toSorted(),
      idleMinutes: input.idleMinutes,
      sessionHours: input.sessionHours,
      // A typed 10.1.2.3/16 is the network 10.1.0.0/16.
      allowedNetworks: sql<string[]>`array(
        select distinct network(typed::inet) from unnest(${input.allowedNetworks}::text[]) as typed order by 1)`,
      auditHeadTo: [...new Set(input.auditHeadTo)],
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  if (!(await mayWorkFrom(db, address)))
    throw refuseField('INPUT_INVALID', 'allowedNetworks', { address }, 'NETWORK_LOCKS_YOU_OUT');
  return getSecurity(db, address);
}
