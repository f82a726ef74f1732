import { completeInputTax, isTaxed } from '@daybook/contracts/billing/expenses/input-tax';
import { schemeOfCountry } from '@daybook/contracts/identifiers/scheme-of-country';
import type { InputTaxRow } from '@daybook/contracts/billing/expenses/input-tax';
import type { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { unqualifiedShare } from '@daybook/contracts/billing/expenses/unqualified-share';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { checkIdentifier, normaliseIdentifier } from '@daybook/contracts/identifiers/identifiers';
import { stateOfGstin } from '@daybook/contracts/money/india-supply';
import { stateOfRegion } from '@daybook/contracts/money/indian-states';
import {
  inputComponentChoices,
  proposeInputComponents,
  proposeRate,
  splitInputTax,
} from '@daybook/contracts/money/input-tax';
import { subtract } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { Db } from '../../db/database.ts';
import type { Address, Registration } from '../documents/parties.ts';
import { gstinOf, readTaxCodes } from '../documents/tax-treatments.ts';

type Fields = Omit<ParsedInputOf<typeof expenses.create>, 'id'>;

interface Buyer {
  regime: Regime;
  country: string;
  registrations: Registration[];
  address: Address;
}

/** The supplier's number in the spelling of its scheme. Refuses TAX_ID_CHECKSUM. */
export function supplierTaxIdOf({ supplierTaxId, supplierCountry }: Fields): string | null {
  if (supplierTaxId === null || supplierCountry === null) return null;
  const scheme = schemeOfCountry(supplierCountry);
  if (!checkIdentifier(scheme, supplierTaxId).ok) throw refuseField('TAX_ID_CHECKSUM', 'supplierTaxId');
  return normaliseIdentifier(scheme, supplierTaxId);
}

function usualComponents(buyer: Buyer, { supplierCountry, supplierTaxId }: Fields) {
  const { regime, country, registrations, address } = buyer;
  const gstin = gstinOf(registrations);
  const state = gstin ? stateOfGstin(gstin) : (stateOfRegion(address.regionCode ?? '') ?? '');
  return proposeInputComponents({ regime, country, state, supplierCountry, supplierTaxId });
}

/** Refuses NOT_A_CHOICE on components that the regime does not have. */
function checkComponents(regime: Regime, rows: NonNullable<Fields['inputTax']>): void {
  const choices = new Set(inputComponentChoices(regime).map((names) => names.join('|')));
  const wrong = rows.findIndex(({ components }) => components !== null && !choices.has(components.join('|')));
  if (wrong !== -1) throw refuseField('INPUT_INVALID', `inputTax.${wrong}.components`, {}, 'NOT_A_CHOICE');
}

/** The one row that a usual rate explains; null if none does, or if there is no tax. */
async function proposedRows(db: Db, { regime }: Buyer, { gross, taxAmount, expenseDate }: Fields) {
  if (taxAmount === 0) return null;
  const [codes = []] = await readTaxCodes(db, [{ regime, date: expenseDate }]);
  const net = subtract(gross, taxAmount);
  const rate = proposeRate(
    net,
    taxAmount,
    codes.map((code) => code.rate),
  );
  return rate === null ? null : [{ rate, category: null, net: null, tax: null, components: null }];
}

/** The tax of an expense by rate: as entered, or one proposed row. Null if it is not stated. */
export async function inputTaxOf(db: Db, buyer: Buyer, fields: Fields): Promise<InputTaxRow[] | null> {
  const { gross, taxAmount: tax, reverseCharge, inputTax } = fields;
  const entered = inputTax !== null && inputTax.length > 0 ? inputTax : null;
  if (entered) checkComponents(buyer.regime, entered);
  const rows = entered ?? (await proposedRows(db, buyer, fields));
  if (rows === null) return null;
  const usual = usualComponents(buyer, fields);
  return completeInputTax(rows, { net: subtract(gross, tax), tax, reverseCharge }).map((row) => ({
    ...row,
    components: isTaxed(row.category) ? splitInputTax(row.tax, row.components ?? usual) : [],
  }));
}

/** In Japan, how much of the tax may be reclaimed depends on whether the supplier issues qualified invoices. */
export function recoverableOf(regime: Regime, fields: Fields) {
  const qualifiedIssuer = regime === 'JP' ? fields.qualifiedIssuer : null;
  const recoverablePct =
    qualifiedIssuer === false ? (fields.recoverablePct ?? unqualifiedShare(fields.expenseDate)) : '100';
  return { qualifiedIssuer, recoverablePct };
}
