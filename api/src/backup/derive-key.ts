// Derives the key of a passphrase, in a process of its own: scrypt takes 128 MB, which are free again when it ends.
import { scryptSync } from 'node:crypto';
import { json } from 'node:stream/consumers';
import type { Derivation } from './passphrase-recipient.ts';

const { passphrase, salt, logN } = (await json(process.stdin)) as Derivation;
const memory = 2 ** (logN + 11);
process.stdout.write(
  scryptSync(passphrase, Buffer.from(salt, 'base64'), 32, { N: 2 ** logN, r: 8, p: 1, maxmem: memory }),
);
