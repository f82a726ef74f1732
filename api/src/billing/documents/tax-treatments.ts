import { sql } from 'kysely';
import { indiaSupply, indiaTax, placeOfSupply, stateOfGstin } from '@daybook/contracts/money/india-supply';
import type { IndiaCustomer, IndiaSupply } from '@daybook/contracts/money/india-supply';
import { stateOfRegion } from '@daybook/contracts/money/indian-states';
import type { TaxCategory, TaxTreatment } from '@daybook/contracts/money/tax-split';
import type { Db } from '../../db/database.ts';
import type { Address, Registration } from './parties.ts';

export interface TaxCodeRow {
  id: string;
  code: string;
  name: string;
  kind: string;
  category: string;
  rate: string;
}

/** The tax codes of each regime with the rates of its date, in the order of `asked`. */
export async function readTaxCodes(
  db: Db,
  asked: readonly { regime: string; date: string }[],
): Promise<TaxCodeRow[][]> {
  const { rows } = await sql<TaxCodeRow & { place: number }>`
    select asked.place, tax_code.id, code, name, kind, category, dated.rate
    from unnest(${asked.map(({ regime }) => regime)}::text[], ${asked.map(({ date }) => date)}::date[]) with ordinality as asked (regime, day, place)
    join tax_code on tax_code.regime = asked.regime and tax_code.active
    cross join lateral (select rate from tax_rate where tax_code_id = tax_code.id and valid_from <= asked.day
      order by valid_from desc limit 1) as dated`.execute(db);
  const found = Map.groupBy(rows, ({ place }) => place);
  return asked.map((_one, index) => (found.get(index + 1) ?? []).map(({ place: _place, ...code }) => code));
}

export const ratePct = (rate: string): string => rate.replace(/\.?0+$/, '') || '0';

/** The name under which the tax of a code outside India is shown. */
export const componentOf = (kind: string): string => (kind === 'JCT' || kind === 'SALES' ? kind : 'VAT');

/** How a tax code applies. An entity that may not charge tax charges none. */
export function treatmentOf(
  code: TaxCodeRow,
  chargesTax: boolean,
  india: { supply: IndiaSupply; place: string } | null,
): TaxTreatment {
  const category = code.category as TaxCategory;
  // An untaxed line still belongs to the tax columns of its place of supply.
  const components = india
    ? indiaTax('0', india.supply, india.place, false).components
    : [{ name: componentOf(code.kind), share: 1 }];
  if (!chargesTax) return { category: 'O', ratePct: '0', components };
  // Exports and supplies to an SEZ are made under a letter of undertaking, without tax.
  if (india && category === 'S') return indiaTax(ratePct(code.rate), india.supply, india.place, true);
  return {
    category,
    ratePct: category === 'S' ? ratePct(code.rate) : '0',
    components,
  };
}

export const numberOf = (registrations: readonly Registration[], ...schemes: string[]) =>
  registrations.find(({ scheme }) => schemes.includes(scheme))?.value;
export const gstinOf = (registrations: readonly Registration[]) => numberOf(registrations, 'IN:GSTIN');

/** The place of supply in India, and the taxes that follow from it. */
export function indiaOf(
  entity: { address: Address; registrations: Registration[] },
  client: { taxTreatment: string; registrations: Registration[]; address: Address | null },
  override: string | null | undefined,
): { supply: IndiaSupply; place: string } {
  const gstin = gstinOf(entity.registrations);
  const entityState = gstin ? stateOfGstin(gstin) : (stateOfRegion(entity.address.regionCode ?? '') ?? '');
  const treatment = client.taxTreatment as IndiaCustomer['treatment'];
  const customer = {
    treatment,
    gstin: gstinOf(client.registrations),
    billingRegion: client.address?.regionCode ?? undefined,
  };
  const place = placeOfSupply(customer, entityState, override ?? undefined);
  return { place, supply: indiaSupply(entityState, place, treatment) };
}
