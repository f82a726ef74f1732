/** The encodings that banks and tax offices of Japan, China and the West still write. */
export const olderEncodings = ['shift_jis', 'gb18030', 'windows-1252'] as const;
type OlderEncoding = (typeof olderEncodings)[number];

/** UTF-16 with a byte order mark, else UTF-8. Each character of `head` is one byte. */
export function encodingOf(head: string): string {
  if (head.startsWith('\u00FF\u00FE')) return 'utf-16le';
  return head.startsWith('\u00FE\u00FF') ? 'utf-16be' : 'utf-8';
}

/** Whether a decoder found bytes that are not in its encoding. */
export const isWrongEncoding = (error: unknown): boolean =>
  (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

const ofCountry: Record<string, OlderEncoding> = { JP: 'shift_jis', CN: 'gb18030', SG: 'gb18030' };

/**
 * Bytes as text. Bytes that are not Unicode are read in the encoding of a country, because bytes alone do not decide: "Noël" in a
 * Western encoding is valid Chinese too.
 */
export function decoded(bytes: Buffer, country: string | null): string {
  const tried = [encodingOf(bytes.toString('latin1', 0, 2)), ofCountry[country ?? ''] ?? 'windows-1252'];
  for (const encoding of tried)
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch (error) {
      if (!isWrongEncoding(error)) throw error;
    }
  return new TextDecoder('windows-1252').decode(bytes);
}
