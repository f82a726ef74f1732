import { Stanza } from 'age-encryption';
import type { Recipient } from 'age-encryption';
import { spawn } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

/** Two to the 17th rounds of scrypt, as OWASP asks for; they take 128 MB for half a second. */
const logN = 17;
const label = Buffer.from('age-encryption.org/v1/scrypt');

/** What `derive-key.ts` is given. The salt is in base64. */
export interface Derivation {
  passphrase: string;
  salt: string;
  logN: number;
}

async function derivedKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'derive-key.ts')], {
    env: {},
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  // By the pipe, because everybody on the machine sees the arguments of a program.
  const given: Derivation = { passphrase, salt: salt.toString('base64'), logN };
  // A child that is gone already says so below.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(given));
  const [key] = await Promise.all([buffer(child.stdout), ended]);
  if (key.length !== 32) throw new Error('the key of the passphrase could not be derived');
  return key;
}

/**
 * Encrypts for a passphrase, as age does. Its own code would keep 128 MB while the backup is written, and everything else in the server
 * would wait until the key is derived.
 */
export function passphraseRecipient(passphrase: string): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const key = await derivedKey(passphrase, Buffer.concat([label, salt]));
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 });
      const sealed = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(['scrypt', salt.toString('base64').replaceAll('=', ''), String(logN)], sealed)];
    },
  };
}
