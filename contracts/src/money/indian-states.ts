/** GST state codes by ISO 3166-2:IN region code; two region codes if ISO changed it. The state codes 25 and 28 remain in old GSTINs. [K] */
const STATES = [
  ['01', 'Jammu and Kashmir', 'IN-JK'],
  ['02', 'Himachal Pradesh', 'IN-HP'],
  ['03', 'Punjab', 'IN-PB'],
  ['04', 'Chandigarh', 'IN-CH'],
  ['05', 'Uttarakhand', 'IN-UK', 'IN-UT'],
  ['06', 'Haryana', 'IN-HR'],
  ['07', 'Delhi', 'IN-DL'],
  ['08', 'Rajasthan', 'IN-RJ'],
  ['09', 'Uttar Pradesh', 'IN-UP'],
  ['10', 'Bihar', 'IN-BR'],
  ['11', 'Sikkim', 'IN-SK'],
  ['12', 'Arunachal Pradesh', 'IN-AR'],
  ['13', 'Nagaland', 'IN-NL'],
  ['14', 'Manipur', 'IN-MN'],
  ['15', 'Mizoram', 'IN-MZ'],
  ['16', 'Tripura', 'IN-TR'],
  ['17', 'Meghalaya', 'IN-ML'],
  ['18', 'Assam', 'IN-AS'],
  ['19', 'West Bengal', 'IN-WB'],
  ['20', 'Jharkhand', 'IN-JH'],
  ['21', 'Odisha', 'IN-OD', 'IN-OR'],
  ['22', 'Chhattisgarh', 'IN-CG', 'IN-CT'],
  ['23', 'Madhya Pradesh', 'IN-MP'],
  ['24', 'Gujarat', 'IN-GJ'],
  ['25', 'Daman and Diu (old)'],
  ['26', 'Dadra and Nagar Haveli and Daman and Diu', 'IN-DH', 'IN-DN', 'IN-DD'],
  ['27', 'Maharashtra', 'IN-MH'],
  ['28', 'Andhra Pradesh (old)'],
  ['29', 'Karnataka', 'IN-KA'],
  ['30', 'Goa', 'IN-GA'],
  ['31', 'Lakshadweep', 'IN-LD'],
  ['32', 'Kerala', 'IN-KL'],
  ['33', 'Tamil Nadu', 'IN-TN'],
  ['34', 'Puducherry', 'IN-PY'],
  ['35', 'Andaman and Nicobar Islands', 'IN-AN'],
  ['36', 'Telangana', 'IN-TS', 'IN-TG'],
  ['37', 'Andhra Pradesh', 'IN-AP'],
  ['38', 'Ladakh', 'IN-LA'],
  ['96', 'Other country'],
  ['97', 'Other territory'],
  ['99', 'Centre jurisdiction'],
] as const;

export const OVERSEAS = '96';

/** The English name of each state code. */
export const INDIAN_STATES: ReadonlyMap<string, string> = new Map(STATES.map(([code, name]) => [code, name]));

const BY_REGION: ReadonlyMap<string, string> = new Map(
  STATES.flatMap(([code, , ...regions]) => regions.map((region) => [region, code] as const)),
);

/** "IN-MH" is 27; undefined for a region outside India. */
export const stateOfRegion = (regionCode: string): string | undefined => BY_REGION.get(regionCode);

/** Union territories without a legislature of their own, and the seas: they have UTGST instead of SGST. [K] */
const UNION_TERRITORIES = new Set(['04', '26', '31', '35', '38', '97']);

export const isUnionTerritory = (state: string): boolean => UNION_TERRITORIES.has(presentState(state));

/** Replaces the code of a merged state by the code of today's state, so that old and new registrations of a state match. */
export const presentState = (state: string): string => ({ '25': '26', '28': '37' })[state] ?? state;

/** The choices of an address form: the current region code of each state, by English name. */
export const INDIAN_REGIONS: readonly { regionCode: string; name: string }[] = STATES.flatMap(
  ([, name, ...regions]) => regions.slice(0, 1).map((regionCode) => ({ regionCode, name })),
).toSorted((a, b) => (a.name < b.name ? -1 : 1));
