import { INDIAN_REGIONS } from './money/indian-states.ts';

interface Region {
  /** Of ISO 3166-2. */
  regionCode: string;
  name: string;
}

/** Where taxes turn on the region of an address: what it chooses from. Elsewhere a code may be given. */
const BY_COUNTRY: Readonly<Record<string, readonly Region[]>> = { IN: INDIAN_REGIONS };

export const regionsOf = (country: string): readonly Region[] | undefined => BY_COUNTRY[country];

export const needsRegion = (country: string): boolean => regionsOf(country) !== undefined;

/** What a person calls it; without a name of ours, the code. */
export const regionName = (regionCode: string): string =>
  regionsOf(regionCode.slice(0, 2))?.find((region) => region.regionCode === regionCode)?.name ?? regionCode;
