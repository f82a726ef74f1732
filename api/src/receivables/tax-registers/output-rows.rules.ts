import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { NOTHING, minor, negate, share, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { OutputMovement } from './output-movements.ts';

/** The numbers by which a party is registered for the tax of a regime. */
const registeredBy: Readonly<Record<Regime, readonly string[]>> = {
  IN: ['IN:GSTIN'],
  EU: ['EU:VAT'],
  GB: ['GB:VAT', 'EU:VAT'],
  JP: ['JP:T'],
  CN: ['CN:USCC'],
  US: ['US:EIN'],
  NONE: ['EU:VAT', 'GB:VAT', 'IN:GSTIN', 'JP:T', 'CN:USCC', 'US:EIN'],
};

export const taxNumberOf = (
  regime: Regime,
  registrations: readonly { scheme: string; value: string }[],
): string | null => registrations.find(({ scheme }) => registeredBy[regime].includes(scheme))?.value ?? null;

/** Shares what the ledger has for a document. Where the weights cancel each other out, the first one takes it. */
function shared(total: Minor, weights: readonly Minor[]): Minor[] {
  if (sum(weights) === 0) return weights.map((_weight, index) => (index === 0 ? total : NOTHING));
  return share(total, weights);
}

interface Part {
  category: TaxRow['category'];
  rate: string;
  net: Minor;
  components: { name: string; tax: Minor }[];
  isDisbursement: boolean;
}

/** The groups of a document in the base currency. Each component adds up to what the ledger has for it. */
function groupsInBase({ groups, base }: OutputMovement): Part[] {
  const plain = groups.map(({ category, rate, net, components }) => ({
    category,
    rate: canonicalDecimal(rate),
    net: minor(net),
    components: components.map(({ name, tax }) => ({ name, tax: minor(tax) })),
    isDisbursement: false,
  }));
  if (base === null) return plain;
  const nets = shared(
    minor(base.net),
    plain.map(({ net }) => net),
  );
  const names = new Set(plain.flatMap(({ components }) => components.map(({ name }) => name)));
  const taxOf = (part: Part, name: string) =>
    part.components.find((one) => one.name === name)?.tax ?? NOTHING;
  const taxes = new Map(
    [...names].map((name) => [
      name,
      shared(
        minor(base.taxes[name] ?? 0),
        plain.map((part) => taxOf(part, name)),
      ),
    ]),
  );
  return plain.map((part, at) => ({
    ...part,
    net: nets[at] ?? NOTHING,
    components: part.components.map(({ name }) => ({ name, tax: taxes.get(name)?.[at] ?? NOTHING })),
  }));
}

/** Takes disbursements out of their group, as far as they are not taxed. */
function withoutDisbursements(movement: OutputMovement): (part: Part, at: number) => Part[] {
  return (part, at) => {
    const group = movement.groups[at];
    const laidOut = movement.disbursed.find(
      ({ category, rate }) => category === part.category && canonicalDecimal(rate) === part.rate,
    );
    if (!group || !laidOut || part.components.some(({ tax }) => tax !== 0)) return [part];
    const [own = NOTHING, spent = NOTHING] = shared(part.net, [
      subtract(minor(group.net), minor(laidOut.net)),
      minor(laidOut.net),
    ]);
    const isAll = minor(group.net) === minor(laidOut.net);
    return [...(isAll ? [] : [{ ...part, net: own }]), { ...part, net: spent, isDisbursement: true }];
  };
}

const documentOf = (kind: OutputMovement['kind']): TaxRow['document']['kind'] => {
  if (kind === 'credit_note') return 'credit_note';
  return kind === 'advance_voucher' ? 'receipt' : 'invoice';
};

/** The rows of one document or change of an advance: one for each category and rate. */
export function outputRows(movement: OutputMovement, regime: Regime): TaxRow[] {
  const signed = (amount: Minor): Minor => (movement.sign === 1 ? amount : negate(amount));
  const { kind, step, id, documentId, number, date, postedAt, postedOn } = movement;
  const { suppliedOn, place, reverseCharge, originals } = movement;
  const parts = groupsInBase(movement).flatMap(withoutDisbursements(movement));
  return parts.map(({ category, rate, net, components, isDisbursement }, at) => ({
    id: [id, step, at].join('.'),
    document: { kind: documentOf(kind), id: documentId, label: number },
    kind,
    step,
    date,
    postedAt,
    postedOn,
    suppliedOn,
    party: {
      id: movement.clientId,
      name: movement.party.name,
      country: movement.party.country,
      taxNumber: taxNumberOf(regime, movement.party.registrations),
      treatment: movement.treatment,
    },
    place,
    reverseCharge,
    category,
    rate,
    isDisbursement,
    net: signed(net),
    tax: signed(sum(components.map(({ tax }) => tax))),
    components: components.map(({ name, tax }) => ({ name, tax: signed(tax) })),
    total: signed(minor(movement.base?.total ?? movement.total)),
    originals,
  }));
}
