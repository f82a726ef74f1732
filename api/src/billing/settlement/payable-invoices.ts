import { sql } from 'kysely';
import type { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { convert, minor, proportion, NOTHING, largest, least } from '@daybook/contracts/money/money';
import { proposeSettlement } from '@daybook/contracts/money/settlement';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { withholdingOfInvoices } from '../documents/withholding-terms.ts';
import { paidFor } from './allocation-targets.ts';

/** One receipt may settle this many invoices. */
const openLimit = 200;

/** Open invoices, oldest due date first, each with its proposed share of the amount received. Refuses NOT_FOUND. */
export async function openInvoicesOf(
  db: Db,
  user: CurrentUser,
  { clientId, entityId, currency, date, settling, whose }: ParsedInputOf<typeof receipts.openInvoices>,
) {
  const client = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', clientId)
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!client) throw new Refusal('NOT_FOUND');
  const rows = await db
    .selectFrom('invoiceState as state')
    .innerJoin('invoice', 'invoice.id', 'state.invoiceId')
    .innerJoin('billingEntity as entity', 'entity.id', 'state.entityId')
    .innerJoin('client', 'client.id', 'state.clientId')
    .select([
      'invoice.id',
      'state.clientId',
      'client.name as clientName',
      'state.number',
      'state.issueDate',
      'state.dueDate',
      'state.payable',
      'state.outstanding',
      'invoice.withheldExpected',
      sql<string>`invoice.fx_rate`.as('fxRate'),
      'entity.baseCurrency',
      'entity.writeOffLimit as limit',
      'entity.fyStart',
      sql<string>`(now() at time zone entity.timezone)::date`.as('today'),
    ])
    .where('state.clientId', 'in', whose === 'group' ? await paidFor(db, user, clientId) : [clientId])
    .where('state.entityId', '=', entityId)
    .where('state.currency', '=', currency)
    .where('state.outstanding', '>', NOTHING)
    .where('state.docKind', '<>', 'proforma')
    .orderBy('state.dueDate')
    .orderBy('state.invoiceId')
    .limit(openLimit)
    .execute();
  const documents = rows.map((row) => ({ ...row, entityId, currency, outstanding: row.outstanding }));
  const source = { entityId, currency, available: minor(settling), withheld: minor(0) };
  const proposal = proposeSettlement(source, documents, 'fifo', '');
  const proposed = new Map(proposal.rows.map(({ targetId, amount }) => [targetId, amount]));
  const withholding = await withholdingOfInvoices(
    db,
    rows.map(({ id }) => id),
    {
      entityId,
      date: date ?? rows[0]?.today ?? '',
      fyStart: rows[0]?.fyStart ?? '',
    },
  );
  return rows.map(({ fxRate, baseCurrency, limit, clientName, fyStart: _fyStart, today: _today, ...row }) => {
    const outstanding = row.outstanding;
    const base = largest(convert(outstanding, currency, baseCurrency, fxRate), minor(1));
    const writeOffLimit = proportion(least(limit, base), outstanding, base);
    const { total: _total, ...law } = withholding.get(row.id) ?? { total: null };
    return {
      ...row,
      client: row.clientId === clientId ? null : { id: row.clientId, label: clientName },
      fxRate: canonicalDecimal(fxRate),
      writeOffLimit,
      withholding: 'codeId' in law ? law : null,
      proposed: proposed.get(row.id) ?? NOTHING,
    };
  });
}
