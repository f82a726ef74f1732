import { refuseField } from '@daybook/contracts/refusals';

const maxBytes = 300 * 1024;

const signatures = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const;

export interface Image {
  bytes: Buffer;
  type: keyof typeof signatures;
}

/** What the bytes are, whatever the file was called. Refuses on `image`: IMAGE_TOO_LARGE, IMAGE_KIND. */
export function readImage(image: string): Image {
  const bytes = Buffer.from(image, 'base64');
  if (bytes.length > maxBytes) throw refuseField('INPUT_INVALID', 'image', {}, 'IMAGE_TOO_LARGE');
  for (const type of ['image/png', 'image/jpeg'] as const) {
    if (signatures[type].every((byte, index) => bytes[index] === byte)) return { bytes, type };
  }
  throw refuseField('INPUT_INVALID', 'image', {}, 'IMAGE_KIND');
}
