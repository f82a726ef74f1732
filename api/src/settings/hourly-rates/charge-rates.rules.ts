import type { Minor } from '@daybook/contracts/money/money';

/** A stored charge rate. */
export interface RateOfHours {
  clientId: string | null;
  serviceId: string | null;
  personId: string | null;
  currency: string;
  rate: Minor;
  validFrom: string;
  validTo: string | null;
}

/** An hour of work. */
export interface WorkedHour {
  clientId: string;
  serviceId: string | null;
  personId: string;
  workedOn: string;
  /** The currency of the item that bills it. */
  currency: string;
}

type Of = Pick<RateOfHours, 'clientId' | 'serviceId' | 'personId'>;

/** Whose rates are looked for, the most specific first. */
const precedence = ({ clientId, serviceId, personId }: WorkedHour): Of[] => [
  { clientId, serviceId: null, personId },
  ...(serviceId === null ? [] : [{ clientId, serviceId, personId: null }]),
  { clientId, serviceId: null, personId: null },
  ...(serviceId === null ? [] : [{ clientId: null, serviceId, personId: null }]),
  { clientId: null, serviceId: null, personId },
  { clientId: null, serviceId: null, personId: null },
];

const isOf = (rate: Of, of: Of): boolean =>
  rate.clientId === of.clientId && rate.serviceId === of.serviceId && rate.personId === of.personId;

const isValid = ({ validFrom, validTo, currency }: RateOfHours, hour: WorkedHour): boolean =>
  currency === hour.currency && validFrom <= hour.workedOn && (validTo === null || hour.workedOn <= validTo);

/**
 * The rate of an hour: the first in the order client with person, client with service, client, service, person, firm that
 * is valid on its day and in its currency. Null if there is none, which is not the same as a rate of nothing.
 */
export function rateOf(rates: readonly RateOfHours[], hour: WorkedHour): Minor | null {
  const valid = rates.filter((rate) => isValid(rate, hour));
  for (const of of precedence(hour)) {
    const found = valid.find((rate) => isOf(rate, of));
    if (found !== undefined) return found.rate;
  }
  return null;
}
