import { createHash, randomInt } from 'node:crypto';

// Without letters and digits that people confuse when they read them off a screen or paper.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 60 random bits in three groups of four, for a person to type. */
export const makeTypedCode = (): string =>
  Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

/** The hash of a typed code, by which it is compared: groups, spaces and lower case do not matter. */
export const typedCodeHash = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest();
