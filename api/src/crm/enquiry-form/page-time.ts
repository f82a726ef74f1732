import type { SecretBox } from '../../auth/secret-box.ts';

/** A person needs longer than this to fill in the form, and a page is valid for a day. */
const fewestMs = 3_000;
const mostMs = 24 * 3_600_000;

const owner = 'enquiry form';

/** The time at which the page was made, as a hidden field of the form. Only the server can make one; it identifies nobody. */
export const timeProof = (box: SecretBox, madeAt = Date.now()): string =>
  box.seal(Buffer.from(String(madeAt)), owner).toString('base64url');

/** The proof of a page that somebody has already filled in and has only to send again. */
export const laterProof = (box: SecretBox): string => timeProof(box, Date.now() - fewestMs);

/** How the time between page and sending looks. A proof that is missing, altered or of another installation counts as too old. */
export function checkTimeProof(box: SecretBox, proof: string): 'fits' | 'too_quick' | 'too_old' {
  let madeAt: number;
  try {
    madeAt = Number(box.open(Buffer.from(proof, 'base64url'), owner).toString());
  } catch {
    return 'too_old';
  }
  const age = Date.now() - madeAt;
  if (age > mostMs) return 'too_old';
  return age < fewestMs ? 'too_quick' : 'fits';
}
