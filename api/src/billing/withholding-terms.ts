import { sql } from 'kysely';
import type { InvoiceBasis, WithheldBy } from '@daybook/contracts/billing/invoice-record';
import { withholdingOf, type PricedDraft } from '@daybook/contracts/billing/invoice-totals';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Receipt } from '@daybook/contracts/billing/receipts';
import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { minor, proportion, type Minor } from '@daybook/contracts/money/money';
import { fiscalYearOf } from '@daybook/contracts/money/numbering';
import {
  atOwnRate,
  countedOn,
  withheldFrom,
  withholdingBase,
  withholdingOn,
  type WithholdingTerms,
} from '@daybook/contracts/money/withholding';
import type { WithholdingCode } from '@daybook/contracts/settings/withholding-codes';
import type { Db } from '../db/database.ts';
import { ratesOf } from '../settings/withholding-codes.queries.ts';

interface Counted {
  clientId: string;
  entityId: string;
  date: string;
  fyStart: string;
}

/**
 * The codes as they stand on a date. What was counted of the client before is the base of what was settled of its invoices in the
 * fiscal year up to that day: the part of each that was paid.
 */
export async function withholdingTerms(db: Db, { clientId, entityId, date, fyStart }: Counted) {
  const rows = await db
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
      sql<number>`case withholding_code.counting when 'payment' then 0 else (
        select coalesce(sum(round((invoice.net + case withholding_code.base when 'gross' then invoice.tax else 0 end)
            * (allocation.amount::numeric / invoice.total))), 0)::bigint
          from invoice join allocation on allocation.invoice_id = invoice.id
          where invoice.withholding_code_id = withholding_code.id and invoice.currency = withholding_code.currency
            and invoice.client_id = ${clientId}
            and invoice.entity_id = ${entityId} and allocation.receipt_id is not null and allocation.reversed_on is null
            and allocation.allocated_on between ${fiscalYearOf(date, fyStart).start} and ${date}) end`.as(
        'counted',
      ),
    ])
    .orderBy('section')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ counted, ...code }) => {
    const terms = withholdingOn(code, date, minor(counted));
    if (terms === null) return [];
    const { id, section, name, currency, active } = code;
    const bands = terms.bands.map((band) => ({ ...band, ratePct: canonicalDecimal(band.ratePct) }));
    return [{ id, label: `${section} ${name}`, section, currency, active, terms: { ...terms, bands } }];
  });
}

export interface InvoiceWithholding {
  codeId: string;
  section: string;
  /** What it is withheld of when the invoice is settled whole, what was paid before included. */
  base: Minor;
  total: Minor;
  terms: WithholdingTerms;
}

/** By which law tax is withheld on a day from those of the invoices that name a code in their own currency; each client's count apart. */
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
  const codes = new Map<string, Awaited<ReturnType<typeof withholdingTerms>>>();
  for (const clientId of new Set(named.map((one) => one.clientId)))
    codes.set(clientId, await withholdingTerms(db, { ...day, clientId }));
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

/** What a draft's tax withheld was computed by. */
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

/** Only where tax was withheld is it asked by which law. */
export const withholdingOfSettled = (db: Db, rows: readonly SettledPart[], day: Omit<Counted, 'clientId'>) =>
  withholdingOfInvoices(
    db,
    rows.filter(({ withheldPart }) => withheldPart > 0).map(({ invoiceId }) => invoiceId),
    day,
  );

/** What each part that tax was withheld from was expected by, one after the other as the money settles them. */
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
    counted.set(account, minor(before + base));
    const { ratePct } = withheldFrom(base, countedOn(one.terms, before));
    return {
      ...row,
      withheldBy: row.withheldPart > 0 ? { section: one.section, base, rate: ratePct } : null,
    };
  });
}
