import { INDIAN_STATES } from '../money/indian-states.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** State, PAN (or TAN for those who only deduct tax), registration count, kind of registration, check character. */
const SHAPE = /^(\d{2})([A-Z]{5}\d{4}|[A-Z]{4}\d{5})[A-Z][1-9A-Z][A-Z][0-9A-Z]$/;
/**
 * State, year, country or body, number. The kinds are: embassies and United Nations bodies (UN), other notified persons
 * (ON), non-residents (NR), and foreign sellers of online services (OS, with 99 as the state).
 */
const WITHOUT_PAN = /^(\d{2})\d{2}[A-Z]{3}\d{5}(?:UN|ON|NR|OS)[0-9A-Z]$/;

/** Written here, because stdnum accepts only Z as the 14th character, but tax collectors have C and tax deductors D. */
export function checkGstin(value: string): 'format' | 'checksum' | undefined {
  const state = (SHAPE.exec(value) ?? WITHOUT_PAN.exec(value))?.[1];
  if (state === undefined || !INDIAN_STATES.has(state)) return 'format';
  return value.endsWith(gstinCheckCharacter(value)) ? undefined : 'checksum';
}

function gstinCheckCharacter(value: string): string {
  let total = 0;
  for (let position = 0; position < 14; position += 1) {
    const product = ALPHABET.indexOf(value.charAt(position)) * (position % 2 === 0 ? 1 : 2);
    total += Math.floor(product / 36) + (product % 36);
  }
  return ALPHABET.charAt((36 - (total % 36)) % 36);
}
