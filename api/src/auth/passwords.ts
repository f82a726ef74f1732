import { hash, verify, type Options } from '@node-rs/argon2';
import { refuseField } from '@daybook/contracts/refusals';

// argon2id, 19 MiB, two passes: OWASP's floor; about 7 ms (docs/rules.md#passwords). The library's default algorithm is argon2id.
const settings: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), settings);

let dummy: Promise<string> | undefined;

/** Without a hash it compares a dummy, so that an unknown account takes as long as a known one. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await dummy), password.normalize('NFKC'));
  return stored !== null && matches;
}

/** Whether a hash was computed with other settings than today's; the next sign-in then replaces it. */
export const needsRehash = (stored: string): boolean =>
  !stored.startsWith(
    `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=${settings.parallelism}$`,
  );

let common: Promise<ReadonlySet<string>> | undefined;

/** Unpacking them takes a fourteenth of the start of a server, and only a new password needs them. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
}

const core = (password: string): string => password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

async function isWeak(password: string, context: readonly string[]): Promise<boolean> {
  const known = await (common ??= readCommon());
  const lower = password.normalize('NFKC').toLowerCase();
  if (known.has(lower) || new Set(lower).size < 5) return true;
  const stem = core(lower);
  const words = ['daybook', ...context.map((word) => word.toLowerCase()).filter((word) => word.length >= 3)];
  const isPadded = stem.length < 12 && (known.has(stem) || words.includes(stem));
  return isPadded || words.some((word) => lower.replaceAll(word, '').length < 5);
}

/** Refuses PASSWORD_COMMON on `field`: a common password, a common word with digits around it, or the person’s own name or address. */
export async function refuseWeakPassword(
  field: string,
  password: string,
  context: readonly string[],
): Promise<void> {
  if (await isWeak(password, context)) throw refuseField('INPUT_INVALID', field, {}, 'PASSWORD_COMMON');
}
