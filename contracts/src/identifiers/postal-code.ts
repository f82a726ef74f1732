/** Countries with a known postal code format. For other countries any short code is accepted. */
const BY_COUNTRY: Readonly<Record<string, RegExp>> = {
  AT: /^[1-9]\d{3}$/,
  AU: /^\d{4}$/,
  BE: /^[1-9]\d{3}$/,
  CA: /^[A-CEGHJ-NPR-TVXY]\d[A-CEGHJ-NPR-TV-Z] ?\d[A-CEGHJ-NPR-TV-Z]\d$/,
  CH: /^[1-9]\d{3}$/,
  CN: /^\d{6}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  ES: /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/,
  IN: /^[1-9]\d{5}$/,
  IT: /^\d{5}$/,
  JP: /^\d{3}-?\d{4}$/,
  LU: /^(L-)?\d{4}$/,
  NL: /^[1-9]\d{3} ?[A-Z]{2}$/,
  PL: /^\d{2}-\d{3}$/,
  PT: /^\d{4}-\d{3}$/,
  SE: /^\d{3} ?\d{2}$/,
  SG: /^\d{6}$/,
  US: /^\d{5}(-\d{4})?$/,
};

const ANY = /^[A-Z0-9][A-Z0-9 -]{0,11}$/;

export const normalisePostalCode = (value: string): string => value.normalize('NFKC').trim().toUpperCase();

export const isPostalCode = (country: string, value: string): boolean =>
  (BY_COUNTRY[country] ?? ANY).test(normalisePostalCode(value));
