/**
 * For how many years invoices and books have to be kept, from the end of their fiscal year: the longest term that usually applies to
 * them. [K] AktG and UGB § 212 (AT), HGB § 257 (DE), Code de commerce art. L123-22 (FR), Companies Act 2013 s. 128 (IN), 法人税法施行規則第59条
 * (JP), 会计档案管理办法 (CN), HMRC notice 700/21 (GB), and the commercial law of the others.
 */
const yearsByCountry: Readonly<Record<string, number>> = {
  AT: 7,
  AU: 7,
  BE: 10,
  CA: 6,
  CH: 10,
  CN: 30,
  DE: 10,
  DK: 5,
  ES: 6,
  FI: 10,
  FR: 10,
  GB: 6,
  IE: 6,
  IN: 8,
  IT: 10,
  JP: 7,
  LU: 10,
  NL: 7,
  PL: 5,
  PT: 10,
  SE: 7,
  SG: 5,
};

export const retentionYears = (country: string): number | null => yearsByCountry[country] ?? null;
