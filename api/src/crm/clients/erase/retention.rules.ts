/**
 * For how many years invoices and books have to be kept: the longest term that usually applies to them, and the law that sets it. Most
 * run from the end of the fiscal or calendar year. Pending proceedings, land and some supervised firms ask for longer.
 */
const yearsByCountry: Readonly<Record<string, number>> = {
  // Bundesabgabenordnung § 132 (1); Unternehmensgesetzbuch § 212 (1).
  AT: 7,
  // Corporations Act 2001 s 286(2), from the end of the transactions.
  AU: 7,
  // Code de la TVA / Btw-Wetboek art. 60, as amended by the law of 20 November 2022; 7 years for books under company law.
  BE: 10,
  // Income Tax Act s 230(4)(b), from the end of the last tax year to which they relate.
  CA: 6,
  // Obligationenrecht art. 958f (1).
  CH: 10,
  // 会计档案管理办法 (财政部、国家档案局令第79号, 2015) 附表1: vouchers and ledgers.
  CN: 30,
  // Handelsgesetzbuch § 257 (4); Abgabenordnung § 147 (3): books; vouchers and invoices only 8.
  DE: 10,
  // Bogføringsloven, chapter on the keeping of accounting records.
  DK: 5,
  // Código de Comercio art. 30.1, from the last entry.
  ES: 6,
  // Kirjanpitolaki 1336/1997, ch. 2 § 10: books; vouchers only 6.
  FI: 10,
  // Code de commerce art. L123-22.
  FR: 10,
  // Value Added Tax Act 1994 sch. 11 para 6(3); Finance Act 1998 sch. 18 para 21(2).
  GB: 6,
  // Companies Act 2014 s 285.
  IE: 6,
  // Companies Act 2013 s 128(5).
  IN: 8,
  // Codice civile art. 2220, from the last entry.
  IT: 10,
  // 会社法第432条第2項; only 7 under 法人税法施行規則第59条 and 第67条.
  JP: 10,
  // Code de commerce art. 16.
  LU: 10,
  // Algemene wet inzake rijksbelastingen art. 52 (4).
  NL: 7,
  // Ustawa o rachunkowości art. 74.
  PL: 5,
  // Código do IVA art. 52.º (1); Código Comercial art. 40.º.
  PT: 10,
  // Bokföringslagen 1999:1078, ch. 7 § 2.
  SE: 7,
  // Companies Act 1967 s 199(2).
  SG: 5,
};

export const retentionYears = (country: string): number | null => yearsByCountry[country] ?? null;
