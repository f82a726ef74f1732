import { Decrypter, Encrypter } from 'age-encryption';
import { readFile } from 'node:fs/promises';
import { BackupRefused } from './manifest.ts';

/** Whether a backup can be encrypted for this public key. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** Refuses what is no public key of age. */
export function recipientsOf(given: readonly string[]): readonly string[] {
  for (const text of given)
    if (!isRecipient(text))
      // A private key that was given by mistake is not repeated on the screen.
      throw new BackupRefused(
        /^age-secret-key/i.test(text)
          ? 'a private key was given as --recipient: give the public key, which begins with age1'
          : `${JSON.stringify(text)} is not a public key of age (age1…)`,
      );
  return given;
}

/** The private keys in a file as age-keygen writes it: one a line, and comments. */
export async function identitiesIn(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  if (/^(age-encryption\.org|-----BEGIN AGE)/.test(text))
    throw new BackupRefused(`${file} is itself encrypted: decrypt it first (age -d)`);
  const keys = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const decrypter = new Decrypter();
  try {
    for (const key of keys) decrypter.addIdentity(key);
  } catch (error) {
    throw new BackupRefused(`${file} holds something else than private keys of age`, { cause: error });
  }
  if (keys.length === 0) throw new BackupRefused(`${file} holds no private key`);
  return keys;
}
