import { isValidIBAN } from 'ibantools';
import { validate as frSiren } from 'stdnum/lib/cjs/fr/siren.js';
import { validate as frSiret } from 'stdnum/lib/cjs/fr/siret.js';
import { validate as inPan } from 'stdnum/lib/cjs/in/pan.js';
import { validate as jpCn } from 'stdnum/lib/cjs/jp/cn.js';
import { validate as usEin } from 'stdnum/lib/cjs/us/ein.js';
import { checkEuVat, checkGbVat } from './eu-vat.ts';
import { checkGstin } from './gstin.ts';
import { verdictOf } from './library-verdict.ts';
import type { Verdict } from './library-verdict.ts';
import type { TaxScheme } from './tax-scheme.ts';
import { checkUscc } from './weighted-sums.ts';

export type IdentifierScheme = TaxScheme | 'IBAN' | 'IFSC';

export type IdentifierCheck = { ok: true } | { ok: false; reason: 'format' | 'checksum' };

const matches =
  (pattern: RegExp) =>
  (value: string): Verdict =>
    pattern.test(value) ? undefined : 'format';

/** The library accepts a second prefix as part of the number, so the form is checked first. */
const shaped =
  (shape: RegExp, check: (value: string) => Verdict) =>
  (value: string): Verdict =>
    shape.test(value) ? check(value) : 'format';

const IBAN_SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

const CHECKS: Record<IdentifierScheme, (value: string) => Verdict> = {
  'IN:GSTIN': checkGstin,
  'IN:PAN': shaped(/^[A-Z]{5}\d{4}[A-Z]$/, (value) => verdictOf(inPan(value))),
  'IN:TAN': matches(/^[A-Z]{4}\d{5}[A-Z]$/),
  'EU:VAT': checkEuVat,
  'FR:SIREN': shaped(/^\d{9}$/, (value) => verdictOf(frSiren(value))),
  'FR:SIRET': shaped(/^\d{14}$/, (value) => verdictOf(frSiret(value))),
  'JP:T': shaped(/^T?\d{13}$/, (value) => verdictOf(jpCn(value.replace(/^T/, '')))),
  'CN:USCC': checkUscc,
  'GB:VAT': checkGbVat,
  'US:EIN': shaped(/^\d{9}$/, (value) => verdictOf(usEin(value))),
  other: matches(/\S/),
  IBAN: (value) => (isValidIBAN(value) ? undefined : IBAN_SHAPE.test(value) ? 'checksum' : 'format'),
  IFSC: matches(/^[A-Z]{4}0[A-Z0-9]{6}$/),
};

/** The spelling that is stored and compared: half-width upper case, without separators. */
export function normaliseIdentifier(scheme: IdentifierScheme, value: string): string {
  const folded = value.normalize('NFKC').trim();
  return scheme === 'other' ? folded : folded.toUpperCase().replace(/[\s.\-/]/g, '');
}

/** Accepts any spelling. It does not query the official registers. */
export function checkIdentifier(scheme: IdentifierScheme, value: string): IdentifierCheck {
  const reason = CHECKS[scheme](normaliseIdentifier(scheme, value));
  return reason ? { ok: false, reason } : { ok: true };
}
