import { sql } from 'kysely';
import type { Minor } from '@daybook/contracts/money/money';
import type { Party } from '@daybook/contracts/billing/invoices/invoice-record';
import type { ReceiptRow } from '@daybook/contracts/billing/receipts/receipts';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import { sum, convert } from '@daybook/contracts/money/money';
import { splitAdvance } from '@daybook/contracts/money/settlement';
import type { AdvanceTax } from '@daybook/contracts/money/settlement';
import type { Db } from '../../db/database.ts';
import type { ExportColumn } from '../../http/send-export.ts';
import { exchangeGain, refundInBase } from '../documents/base-figures.ts';
import { placeOfSupplyColumn } from '../documents/exported-columns.ts';
import { detailed, inCurrency, taxNumberOf } from '../documents/exported-figures.ts';

async function detailsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('receipt')
    .innerJoin('receiptState as live', 'live.receiptId', 'receipt.id')
    .innerJoin('billingEntity as entity', 'entity.id', 'receipt.entityId')
    .leftJoin('appUser as receiver', 'receiver.id', 'receipt.receivedBy')
    .select([
      'receipt.id',
      sql<Party>`receipt.received_from`.as('receivedFrom'),
      'receipt.fxRate',
      'entity.baseCurrency',
      'receipt.instrumentNo',
      'receipt.instrumentBank',
      'receipt.instrumentDate',
      'live.depositedOn',
      'live.clearedOn',
      'live.reversedOn',
      'receiver.name as receiverName',
      'receipt.narration',
      'receipt.placeOfSupply',
      sql<AdvanceTax | null>`receipt.advance_tax`.as('advanceTax'),
      'receipt.advanceTaken',
      sql<Minor>`coalesce((select sum(${exchangeGain}) from allocation
        where allocation.receipt_id = receipt.id and allocation.reversed_on is null), 0)::bigint`.as(
        'gainOfAllocations',
      ),
      sql<{ amount: Minor; base: Minor; fxRate: string }[]>`coalesce((select jsonb_agg(jsonb_build_object(
          'amount', refund.amount, 'base', refund.base, 'fxRate', refund.fx_rate::text))
        from receipt_refund as refund where refund.receipt_id = receipt.id and refund.reversed_on is null), '[]')`.as(
        'refunds',
      ),
      // The section of law that the receipt names, otherwise the sections of its allocations.
      sql<
        string | null
      >`coalesce(receipt.withholding_section, (select string_agg(distinct allocation.withheld_by ->> 'section', ', ')
        from allocation where allocation.receipt_id = receipt.id and allocation.reversed_on is null))`.as(
        'section',
      ),
      sql<
        string | null
      >`(select account ->> 'label' from jsonb_array_elements(entity.bank_accounts) as account
        where account ->> 'id' = coalesce(live.deposited_to, receipt.bank_account_id)::text)`.as(
        'bankAccount',
      ),
    ])
    .where(sql<boolean>`receipt.id = any (${ids}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ id, advanceTax, ...row }) => [
      id,
      {
        ...row,
        advance: advanceTax && {
          rate: advanceTax.ratePct,
          ...splitAdvance(row.advanceTaken, advanceTax),
        },
      },
    ]),
  );
}

export const exportedReceipts = (db: Db, page: Page<ReceiptRow>) =>
  detailed(page, (ids) => detailsOf(db, ids));

type Exported = Awaited<ReturnType<typeof exportedReceipts>>['rows'][number];

const inBase = (header: string, of: (row: Exported) => Minor): ExportColumn<Exported> => ({
  header,
  money: (row) => convert(of(row), row.currency, row.baseCurrency, row.fxRate),
  currency: ({ baseCurrency }) => baseCurrency,
});

/** The exchange gain as shown on the receipt; null for a receipt in the base currency. */
const gainOf = ({ currency, baseCurrency, gainOfAllocations, refunds }: Exported): Minor | null =>
  currency === baseCurrency
    ? null
    : sum([
        gainOfAllocations,
        ...refunds.map((refund) => refundInBase(refund, { currency, baseCurrency }).exchangeGain),
      ]);

/** The receipts with their documents and the tax that clients withheld. */
export function receiptExport(language: Language) {
  const say = exportTexts[language];
  const { headers, mode, receiptStatus, voucherKind } = say;
  const columns: ExportColumn<Exported>[] = [
    { header: headers.number, value: (row) => row.number },
    { header: headers.voucherKind, value: (row) => voucherKind[row.voucherKind] },
    {
      header: headers.status,
      value: (row) =>
        receiptStatus[row.mode === 'cheque' && row.status === 'posted' ? 'in_hand' : row.status],
    },
    { header: headers.receivedOn, date: (row) => row.receiptDate },
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.taxNumber, value: (row) => taxNumberOf(row.receivedFrom) },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.mode, value: (row) => mode[row.mode] },
    { header: headers.reference, value: (row) => row.reference },
    { header: headers.chequeNo, value: (row) => row.instrumentNo },
    { header: headers.chequeBank, value: (row) => row.instrumentBank },
    { header: headers.chequeDate, date: (row) => row.instrumentDate },
    { header: headers.depositedOn, date: (row) => row.depositedOn },
    { header: headers.clearedOn, date: (row) => row.clearedOn },
    { header: headers.bankAccount, value: (row) => row.bankAccount },
    { header: headers.receivedBy, value: (row) => row.receiverName },
    { header: headers.currency, value: (row) => row.currency },
    inCurrency(headers.received, (row) => row.amount),
    inCurrency(headers.withheld, (row) => row.withheld),
    { header: headers.section, value: (row) => row.section },
    inCurrency(headers.bankCharge, (row) => row.bankCharge),
    inCurrency(headers.allocated, (row) => row.allocated),
    inCurrency(headers.refunded, (row) => row.refunded),
    inCurrency(headers.unallocated, (row) => row.unallocated),
    placeOfSupplyColumn(say, language),
    { header: headers.rate, value: (row) => (row.advance ? Number(row.advance.rate) : null) },
    inCurrency(headers.taxable, (row) => row.advance?.net ?? null),
    inCurrency(headers.advanceTax, (row) => row.advance?.tax ?? null),
    { header: headers.baseCurrency, value: (row) => row.baseCurrency },
    { header: headers.fxRate, value: (row) => Number(row.fxRate) },
    inBase(headers.receivedInBase, (row) => row.amount),
    inBase(headers.withheldInBase, (row) => row.withheld),
    { header: headers.exchangeGain, money: gainOf, currency: (row) => row.baseCurrency },
    { header: headers.reversedOn, date: (row) => row.reversedOn },
    { header: headers.narration, value: (row) => row.narration },
  ];
  return { name: 'receipts', sheet: say.sheet.receipts, columns };
}
