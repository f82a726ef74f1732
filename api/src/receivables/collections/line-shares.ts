import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { splitAmounts } from '../largest-remainder.ts';

const order = sql`service_key collate "C", department_key collate "C"`;

const lineKeys = sql`receipt_id, sign, service_key, department_key`;

/** Each allocation, by the lines of its invoice. Most invoices have lines of one kind, which need no split. */
const ofAllocations = sql`(
  select ${lineKeys}, share from ${splitAmounts({
    rows: sql`(select * from weighed where weight <> whole)`,
    per: sql`receipt_id, sign, part_id`,
    total: sql`amount`,
    weight: sql`weight`,
    whole: sql`whole`,
    order,
    as: 'share',
  })} as of_lines
  union all
  select ${lineKeys}, amount from weighed where weight = whole)`;

const withheldOfEach = splitAmounts({
  rows: sql`(select piece.*, fact.gross as of_gross, fact.withheld as of_withheld, fact.bank_charge as of_charge
    from piece join fact using (receipt_id, sign) where fact.withheld <> 0 or fact.bank_charge <> 0)`,
  per: sql`receipt_id, sign`,
  total: sql`of_withheld`,
  weight: sql`share`,
  whole: sql`of_gross`,
  order,
  as: 'withheld',
});
const chargeOfEach = splitAmounts({
  rows: sql`(select ${lineKeys}, share, allocated, refunded, withheld, of_charge, of_gross - of_withheld as of_rest
    from ${withheldOfEach} as held)`,
  per: sql`receipt_id, sign`,
  total: sql`of_charge`,
  weight: sql`(share - withheld)`,
  whole: sql`of_rest`,
  order,
  as: 'charge',
});

/** An invoice from before Daybook has no lines; a line of no amount has no share. */
const unlined = sql`(select case when opening_on is null then 'none' else 'opening' end from invoice where id = part.invoice_id)`;

/** Each receipt, by lines; where nothing was withheld or charged, all of a share is net. */
const ofReceipts = sql`(
  select ${lineKeys}, share, allocated, refunded, withheld, charge from ${chargeOfEach} as charged
  union all
  select ${lineKeys}, piece.share, piece.allocated, piece.refunded, 0, 0
  from piece join fact using (receipt_id, sign) where fact.withheld = 0 and fact.bank_charge = 0)`;

/**
 * The facts, split by the service and department of the invoice lines that they settle, in proportion to the net of the
 * lines. An invoice from before Daybook has no lines, nor has what settles no invoice. Withheld tax and bank charge are split
 * like the whole; what is left of each share is net.
 */
export const sharesOf = (fact: RawBuilder<unknown>, stands: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with fact as materialized ${fact},
  part as materialized (
    select fact.receipt_id, fact.sign, allocation.id as part_id, allocation.invoice_id, allocation.amount
    from fact join allocation on allocation.receipt_id = fact.receipt_id and ${stands}),
  line as (
    select invoice_id, service_key, department_key, net as weight, sum(net) over (partition by invoice_id) as whole
    from (
      select invoice_id, coalesce(service_id::text, 'none') as service_key,
        coalesce(department_id::text, 'none') as department_key, sum(net) as net
      from invoice_line where invoice_id in (select invoice_id from part) group by 1, 2, 3) net_of_line),
  weighed as materialized (
    select part.receipt_id, part.sign, part.part_id, part.amount,
      coalesce(line.service_key, ${unlined}) as service_key, coalesce(line.department_key, ${unlined}) as department_key,
      coalesce(line.weight, 1) as weight, coalesce(line.whole, 1) as whole
    from part left join line on line.invoice_id = part.invoice_id and line.whole > 0),
  piece as materialized (
    select ${lineKeys}, sum(share)::bigint as share, sum(share)::bigint as allocated, 0::bigint as refunded
    from ${ofAllocations} as of_line group by 1, 2, 3, 4
    union all
    select receipt_id, sign, 'unallocated', 'unallocated', gross - allocated - refunded, 0, 0 from fact
    where gross <> allocated + refunded
    union all
    select receipt_id, sign, 'refunded', 'refunded', refunded, 0, refunded from fact where refunded <> 0)
  select fact.receipt_id, fact.sign, fact.day, fact.is_before, fact.currency, fact.entity_id, fact.client_id, fact.group_id,
    fact.crm_id, fact.manager_id, fact.mode, fact.bank_account_id, fact.received_by, shared.service_key, shared.department_key,
    shared.share as gross, shared.withheld, shared.charge as bank_charge, shared.allocated, shared.refunded
  from fact join ${ofReceipts} as shared using (receipt_id, sign))`;
