import { sql } from 'kysely';
import type { EnquiryColumn, enquiryBoard } from '@daybook/contracts/crm/enquiries/enquiry-board';
import { enquiryStatuses } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { EnquiryStatus } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Minor } from '@daybook/contracts/money/money';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { foundEnquiries } from './enquiries.queries.ts';

/** The number of enquiries in each stage, and their expected values. */
export async function boardOfEnquiries(
  db: Db,
  user: CurrentUser,
  { closedSince, q, filter }: ParsedInputOf<typeof enquiryBoard.columns>,
): Promise<OutputOf<typeof enquiryBoard.columns>> {
  const shown = enquiryStatuses.filter((status) => filter.status?.includes(status) ?? true);
  const rows = await foundEnquiries(db, user, { q, filter })
    .where((eb) =>
      eb.or([
        eb('enquiry.status', 'not in', ['won', 'lost']),
        eb('enquiry.statusSince', '>=', filter.since ?? closedSince),
      ]),
    )
    .select([
      sql<EnquiryStatus>`enquiry.status`.as('status'),
      'enquiry.currency',
      sql<number>`count(*)::int`.as('count'),
      sql<Minor>`coalesce(sum(enquiry.expected_value), 0)::bigint`.as('amount'),
    ])
    .groupBy(['enquiry.status', 'enquiry.currency'])
    .orderBy('enquiry.currency')
    .execute();
  const columns = shown.map((status): EnquiryColumn => {
    const held = rows.filter((row) => row.status === status);
    const values = held.flatMap(({ currency, amount }) => (currency === null ? [] : [{ currency, amount }]));
    return {
      status,
      count: held.reduce((all, { count }) => all + count, 0),
      values: seesMoney(user) ? values : [],
    };
  });
  return { columns };
}
