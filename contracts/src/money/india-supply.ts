// The place of an Indian supply, and the taxes that follow from it (docs/rules.md#place-of-supply-in-india).
import { canonicalDecimal } from './decimal.ts';
import { isUnionTerritory, OVERSEAS, presentState, stateOfRegion } from './indian-states.ts';
import type { TaxTreatment } from './tax-split.ts';

export type IndiaSupply = 'intra' | 'inter' | 'export' | 'sez';

export type IndiaCustomer = {
  treatment:
    | 'registered'
    | 'unregistered'
    | 'composition'
    | 'sez'
    | 'overseas'
    | 'uin_holder'
    | 'exempt'
    | 'eu_b2b'
    | 'consumer';
  gstin?: string | undefined;
  /** The ISO 3166-2 region of the billing address. */
  billingRegion?: string | undefined;
};

const ABROAD = new Set<IndiaCustomer['treatment']>(['overseas', 'eu_b2b']);
const WITH_GSTIN = new Set<IndiaCustomer['treatment']>(['registered', 'composition', 'sez', 'uin_holder']);

export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2);

/** The GST state code of the place of supply. `override` is a person's choice on the document. */
export function placeOfSupply(customer: IndiaCustomer, entityState: string, override?: string): string {
  if (override) return override;
  if (ABROAD.has(customer.treatment)) return OVERSEAS;
  const byAddress = customer.billingRegion && stateOfRegion(customer.billingRegion);
  if (!WITH_GSTIN.has(customer.treatment) && byAddress) return byAddress;
  return customer.gstin ? stateOfGstin(customer.gstin) : entityState;
}

export function indiaSupply(
  entityState: string,
  place: string,
  treatment: IndiaCustomer['treatment'],
): IndiaSupply {
  if (treatment === 'sez') return 'sez';
  if (place === OVERSEAS) return 'export';
  return presentState(entityState) === presentState(place) ? 'intra' : 'inter';
}

/** `withoutTax`: exports and SEZ supplies under a letter of undertaking (LUT) are zero-rated. */
export function indiaTax(
  ratePct: string,
  supply: IndiaSupply,
  place: string,
  withoutTax: boolean,
): TaxTreatment {
  const igst = [{ name: 'IGST', share: 1 }];
  const crossesBorder = supply === 'export' || supply === 'sez';
  if (crossesBorder && withoutTax)
    return { category: supply === 'export' ? 'G' : 'Z', ratePct: '0', components: igst };
  const category = canonicalDecimal(ratePct) === '0' ? 'Z' : 'S';
  if (supply !== 'intra') return { category, ratePct, components: igst };
  const stateTax = isUnionTerritory(place) ? 'UTGST' : 'SGST';
  return {
    category,
    ratePct,
    components: [
      { name: 'CGST', share: 1 },
      { name: stateTax, share: 1 },
    ],
  };
}

/** A supplier that may not charge tax issues a bill of supply, without tax columns. */
export const indiaDocumentKind = (
  entity: 'regular' | 'composition' | 'unregistered',
): 'tax_invoice' | 'bill_of_supply' => (entity === 'regular' ? 'tax_invoice' : 'bill_of_supply');

export type IndiaBlock = {
  rule:
    | 'IGST_INTRA_STATE'
    | 'CGST_SGST_INTER_STATE'
    | 'SAME_GSTIN'
    | 'TAX_ON_NON_TAXABLE'
    | 'HSN_MISSING'
    | 'HSN_SHORT';
  /** The index of the line; absent if the whole document is meant. */
  row?: number;
};

export type IndiaDocument = {
  kind: 'tax_invoice' | 'bill_of_supply';
  supply: IndiaSupply;
  entityGstin?: string | undefined;
  customerGstin?: string | undefined;
  lines: readonly { kind?: 'fee' | 'disbursement'; sac?: string | undefined; tax: TaxTreatment }[];
};

/** Why the code of a line is refused. A SAC has six digits; the HSN of goods has at least four. */
const codeRule = (sac: string | undefined): IndiaBlock['rule'] | undefined => {
  if (!sac) return 'HSN_MISSING';
  return sac.length < (sac.startsWith('99') ? 6 : 4) ? 'HSN_SHORT' : undefined;
};

function taxRule(
  { kind, supply }: IndiaDocument,
  { category, ratePct, components }: TaxTreatment,
): IndiaBlock['rule'] | undefined {
  if (canonicalDecimal(ratePct) === '0') return undefined;
  if (category !== 'S' || kind === 'bill_of_supply') return 'TAX_ON_NON_TAXABLE';
  const isIntegrated = components.some(({ name }) => name === 'IGST');
  if (supply === 'intra') return isIntegrated ? 'IGST_INTRA_STATE' : undefined;
  return isIntegrated ? undefined : 'CGST_SGST_INTER_STATE';
}

/** The faults that the law does not allow; empty if the document may be issued. */
export function indiaBlocks(document: IndiaDocument): IndiaBlock[] {
  const { entityGstin, customerGstin } = document;
  const same: IndiaBlock[] =
    entityGstin !== undefined && entityGstin === customerGstin ? [{ rule: 'SAME_GSTIN' }] : [];
  const perLine = document.lines.flatMap(({ kind, sac, tax }, row) =>
    // A disbursement is not a supply of the firm, so it needs no classification code.
    [
      taxRule(document, tax),
      kind === 'disbursement' && tax.category === 'O' ? undefined : codeRule(sac),
    ].flatMap((rule): IndiaBlock[] => (rule ? [{ rule, row }] : [])),
  );
  return [...same, ...perLine];
}
