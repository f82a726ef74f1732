import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

/** Encrypts secrets that have to be read again, with the key from the environment. */
export interface SecretBox {
  seal(secret: Buffer, owner: string): Buffer;
  /** Throws when neither key fits, or when the secret belongs to another owner. */
  open(sealed: Buffer, owner: string): Buffer;
}

/**
 * AES-256-GCM: initialisation vector, tag, ciphertext; bound to its owner. What was sealed under the key `before` opens too, until
 * `pnpm rotate-secret` has encrypted everything again.
 */
export const secretBox = (key: Buffer, before?: Buffer): SecretBox => ({
  seal(secret, owner) {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  },
  open(sealed, owner) {
    try {
      return openWith(key, sealed, owner);
    } catch (error) {
      if (before === undefined) throw error;
      return openWith(before, sealed, owner);
    }
  },
});

function openWith(key: Buffer, sealed: Buffer, owner: string): Buffer {
  const iv = sealed.subarray(0, ivLength);
  const tag = sealed.subarray(ivLength, ivLength + tagLength);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]);
}

/** The box of a server. A server inside another program without a key stores no secret for longer than it lives. */
export const boxOf = ({
  SECRET_KEY,
  SECRET_KEY_BEFORE,
}: {
  SECRET_KEY?: Buffer;
  SECRET_KEY_BEFORE?: Buffer | undefined;
}): SecretBox => secretBox(SECRET_KEY ?? randomBytes(32), SECRET_KEY_BEFORE);
