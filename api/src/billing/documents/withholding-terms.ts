import { sql } from 'kysely';
import type { InvoiceBasis, WithheldBy } from '@daybook/contracts/billing/invoices/invoice-record';
import { withholdingOf, type PricedDraft } from '@daybook/contracts/billing/invoices/invoice-totals';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Receipt } from '@daybook/contracts/billing/receipts/receipts';
import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { minor, proportion, type Minor, add } from '@daybook/contracts/money/money';
import { fiscalYearOf } from '@daybook/contracts/money/numbering';
import {
  atOwnRate,
  countedOn,
  withheldFrom,
  withholdingBase,
  withholdingOn,
  type WithholdingTerms,
} from '@daybook/contracts/money/withholding';
import type { WithholdingCode } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import type { Db } from '../../db/database.ts';
import { ratesOf } from '../../settings/withholding-codes/withholding-codes.queries.ts';

interface Counted {
  clientId: string;
  entityId: string;
  date: string;
  fyStart: string;
}

const readCodes = (db: Db) =>
  db
    .selectFrom('withholdingCode')
    .select([
      'id',
      'section',
      'name',
      'currency',
      'active',
      sql<WithholdingCode['base']>`base`.as('base'),
      sql<WithholdingCode['counting']>`counting`.as('counting'),
      sql<WithholdingCode['roundTo']>`round_to`.as('roundTo'),
      sql<WithholdingCode['roundDir']>`round_dir`.as('roundDir'),
      ratesOf,
    ])
    .orderBy('section')
    .orderBy('id')
    .execute();

const keyOf = (place: number, codeId: string): string => `${place} ${codeId}`;

/**
 * The base that payments of a client have settled in the fiscal year up to a date, by `keyOf`. Each invoice counts in
 * the proportion that was paid.
 */
async function countedBefore(db: Db, days: readonly Counted[]): Promise<ReadonlyMap<string, number>> {
  const all = (of: (day: Counted) => string) => days.map(of);
  const { rows } = await sql<{ place: Minor; codeId: string; counted: Minor }>`
    select asked.place, code.id as code_id, sum(round((invoice.net + case code.base when 'gross' then invoice.tax else 0 end)
        * (allocation.amount::numeric / invoice.total)))::bigint as counted
    from unnest(${all(({ clientId }) => clientId)}::uuid[], ${all(({ entityId }) => entityId)}::uuid[],
      ${all(({ date, fyStart }) => fiscalYearOf(date, fyStart).start)}::date[], ${all(({ date }) => date)}::date[])
      with ordinality as asked (client_id, entity_id, first, last, place)
    cross join withholding_code code
    join invoice on invoice.withholding_code_id = code.id and invoice.currency = code.currency
      and invoice.client_id = asked.client_id and invoice.entity_id = asked.entity_id
    join allocation on allocation.invoice_id = invoice.id
    where code.counting <> 'payment' and allocation.receipt_id is not null and allocation.reversed_on is null
      and allocation.allocated_on between asked.first and asked.last
    group by asked.place, code.id`.execute(db);
  return new Map(rows.map(({ place, codeId, counted }) => [keyOf(place, codeId), counted]));
}

/** The codes in force on each date, with the base already counted for the client, in the order of `days`. */
export async function withholdingTerms(db: Db, days: readonly Counted[]) {
  if (days.length === 0) return [];
  const [codes, counted] = await Promise.all([readCodes(db), countedBefore(db, days)]);
  return days.map(({ date }, index) =>
    codes.flatMap((code) => {
      const terms = withholdingOn(code, date, minor(counted.get(keyOf(index + 1, code.id)) ?? 0));
      if (terms === null) return [];
      const { id, section, name, currency, active } = code;
      const bands = terms.bands.map((band) => ({ ...band, ratePct: canonicalDecimal(band.ratePct) }));
      return [{ id, label: `${section} ${name}`, section, currency, active, terms: { ...terms, bands } }];
    }),
  );
}

export interface InvoiceWithholding {
  codeId: string;
  section: string;
  /** The withholding base of the whole invoice, including what was prepaid. */
  base: Minor;
  total: Minor;
  terms: WithholdingTerms;
}

/**
 * The withholding terms, on a date, of those invoices that name a code in their own currency. The base is counted for
 * each client separately.
 */
export async function withholdingOfInvoices(
  db: Db,
  ids: readonly string[],
  day: Omit<Counted, 'clientId'>,
): Promise<Map<string, InvoiceWithholding>> {
  if (ids.length === 0) return new Map();
  const named = await db
    .selectFrom('invoice')
    .select(['id', 'clientId', 'withholdingCodeId', 'withholdingRate', 'currency', 'net', 'tax', 'total'])
    .where('id', 'in', [...ids])
    .where('withholdingCodeId', 'is not', null)
    .execute();
  if (named.length === 0) return new Map();
  const clientIds = [...new Set(named.map(({ clientId }) => clientId))];
  const terms = await withholdingTerms(
    db,
    clientIds.map((clientId) => ({ ...day, clientId })),
  );
  const codes = new Map(clientIds.map((clientId, index) => [clientId, terms[index]]));
  return new Map(
    named.flatMap(({ id, clientId, withholdingCodeId, withholdingRate, currency, net, tax, total }) => {
      const code = codes.get(clientId)?.find((one) => one.id === withholdingCodeId);
      if (code === undefined || code.currency !== currency) return [];
      const terms =
        withholdingRate === null ? code.terms : atOwnRate(code.terms, canonicalDecimal(withholdingRate));
      const base = withholdingBase(terms, { net: minor(net), tax: minor(tax) });
      return [[id, { codeId: code.id, section: code.section, base, total: minor(total), terms }]];
    }),
  );
}

type Named = Pick<PricedDraft, 'currency' | 'withholdingCodeId' | 'withholdingRate'>;

/** The terms by which the tax withheld on a draft was computed. */
export function withheldByOfDraft(
  draft: Named,
  rules: Pick<InvoiceBasis, 'withholdingCodes'>,
  totals: DocumentTotals,
): WithheldBy | null {
  const terms = withholdingOf(rules, draft);
  if (terms === null || totals.withheldPct === null) return null;
  const code = rules.withholdingCodes.find(({ id }) => id === draft.withholdingCodeId);
  return {
    section: code?.section ?? null,
    base: withholdingBase(terms, totals),
    rate: canonicalDecimal(totals.withheldPct),
  };
}

type PartWithheldBy = NonNullable<Receipt['allocations'][number]['withheldBy']>;

interface SettledPart {
  invoiceId: string;
  clientId: string;
  amount: Minor;
  withheldPart: Minor;
}

/** Reads the terms only of invoices from which tax was withheld. */
export const withholdingOfSettled = (db: Db, rows: readonly SettledPart[], day: Omit<Counted, 'clientId'>) =>
  withholdingOfInvoices(
    db,
    rows.filter(({ withheldPart }) => withheldPart > 0).map(({ invoiceId }) => invoiceId),
    day,
  );

/** The section, base and rate that apply to each row with tax withheld. Rows count in order, so each row adds to the base counted for the next. */
export function withheldByOf<Row extends SettledPart>(
  rows: readonly Row[],
  withholding: ReadonlyMap<string, InvoiceWithholding>,
): (Row & { withheldBy: PartWithheldBy | null })[] {
  const counted = new Map<string, Minor>();
  return rows.map((row) => {
    const one = withholding.get(row.invoiceId);
    if (one === undefined) return { ...row, withheldBy: null };
    const account = `${one.codeId} ${row.clientId}`;
    const before = counted.get(account) ?? minor(0);
    const base = proportion(one.base, row.amount, one.total);
    counted.set(account, add(before, base));
    const { ratePct } = withheldFrom(base, countedOn(one.terms, before));
    return {
      ...row,
      withheldBy: row.withheldPart > 0 ? { section: one.section, base, rate: ratePct } : null,
    };
  });
}
