import { INDIAN_REGIONS } from './money/indian-states.ts';

interface Region {
  /** The ISO 3166-2 code. */
  regionCode: string;
  name: string;
}

/** The choices of region in countries whose taxes depend on it. Elsewhere any code may be given. */
const BY_COUNTRY: Readonly<Record<string, readonly Region[]>> = { IN: INDIAN_REGIONS };

export const regionsOf = (country: string): readonly Region[] | undefined => BY_COUNTRY[country];

export const needsRegion = (country: string): boolean => regionsOf(country) !== undefined;

export const regionCodes: readonly string[] = Object.values(BY_COUNTRY).flatMap((regions) =>
  regions.map(({ regionCode }) => regionCode),
);

/** The name of a region, or its code if it has no name here. */
export const regionName = (regionCode: string): string =>
  regionsOf(regionCode.slice(0, 2))?.find((region) => region.regionCode === regionCode)?.name ?? regionCode;
