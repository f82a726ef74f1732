import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

/** Encrypts secrets that have to be read again, with the key from the environment. */
export interface SecretBox {
  seal(secret: Buffer, owner: string): Buffer;
  /** Throws when the key differs, or when the secret belongs to another owner. */
  open(sealed: Buffer, owner: string): Buffer;
}

/** AES-256-GCM: initialisation vector, tag, ciphertext; bound to its owner. */
export const secretBox = (key: Buffer): SecretBox => ({
  seal(secret, owner) {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  },
  open(sealed, owner) {
    const iv = sealed.subarray(0, ivLength);
    const tag = sealed.subarray(ivLength, ivLength + tagLength);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]);
  },
});
