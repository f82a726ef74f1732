import { isValidIBAN } from 'ibantools';
import { validate as cnUscc } from 'stdnum/lib/cjs/cn/uscc.js';
import { validate as frSiren } from 'stdnum/lib/cjs/fr/siren.js';
import { validate as frSiret } from 'stdnum/lib/cjs/fr/siret.js';
import { validate as gbVat } from 'stdnum/lib/cjs/gb/vat.js';
import { validate as inPan } from 'stdnum/lib/cjs/in/pan.js';
import { validate as jpCn } from 'stdnum/lib/cjs/jp/cn.js';
import { validate as usEin } from 'stdnum/lib/cjs/us/ein.js';
import { checkEuVat } from './eu-vat.ts';
import { checkGstin } from './gstin.ts';
import type { TaxScheme } from './tax-scheme.ts';

export type IdentifierScheme = TaxScheme | 'IBAN' | 'IFSC';

export type IdentifierCheck = { ok: true } | { ok: false; reason: 'format' | 'checksum' };

type Verdict = 'format' | 'checksum' | undefined;
type LibraryAnswer = { isValid: boolean; error?: { name: string } } | undefined;

const matches =
  (pattern: RegExp) =>
  (value: string): Verdict =>
    pattern.test(value) ? undefined : 'format';

function verdictOf(answer: LibraryAnswer): Verdict {
  if (answer?.isValid) return undefined;
  return answer?.error?.name === 'InvalidChecksum' ? 'checksum' : 'format';
}

const IBAN_SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

const CHECKS: Record<IdentifierScheme, (value: string) => Verdict> = {
  'IN:GSTIN': checkGstin,
  'IN:PAN': (value) => verdictOf(inPan(value)),
  'IN:TAN': matches(/^[A-Z]{4}\d{5}[A-Z]$/),
  'EU:VAT': (value) => verdictOf(checkEuVat(value)),
  'FR:SIREN': (value) => verdictOf(frSiren(value)),
  'FR:SIRET': (value) => verdictOf(frSiret(value)),
  'JP:T': (value) => verdictOf(jpCn(value.replace(/^T/, ''))),
  'CN:USCC': (value) => verdictOf(cnUscc(value)),
  'GB:VAT': (value) => verdictOf(gbVat(value.replace(/^GB/, ''))),
  'US:EIN': (value) => verdictOf(usEin(value)),
  other: matches(/\S/),
  IBAN: (value) => (isValidIBAN(value) ? undefined : IBAN_SHAPE.test(value) ? 'checksum' : 'format'),
  IFSC: matches(/^[A-Z]{4}0[A-Z0-9]{6}$/),
};

/** The spelling that is stored and compared: full width folded, upper case, without the separators people type. */
export function normaliseIdentifier(scheme: IdentifierScheme, value: string): string {
  const folded = value.normalize('NFKC').trim();
  return scheme === 'other' ? folded : folded.toUpperCase().replace(/[\s.\-/]/g, '');
}

/** Takes any spelling. The registers themselves are not asked. */
export function checkIdentifier(scheme: IdentifierScheme, value: string): IdentifierCheck {
  const reason = CHECKS[scheme](normaliseIdentifier(scheme, value));
  return reason ? { ok: false, reason } : { ok: true };
}
