/** What banks and tax offices of Japan, China and the West still write. */
export const olderEncodings = ['shift_jis', 'gb18030', 'windows-1252'] as const;
type OlderEncoding = (typeof olderEncodings)[number];

/** UTF-16 that says so by its first two bytes, each a sign of `head`; all else ought to be UTF-8. */
export function encodingOf(head: string): string {
  if (head.startsWith('\u00FF\u00FE')) return 'utf-16le';
  return head.startsWith('\u00FE\u00FF') ? 'utf-16be' : 'utf-8';
}

/** Whether a decoder said that bytes are none of its encoding. */
export const isWrongEncoding = (error: unknown): boolean =>
  (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

const ofCountry: Record<string, OlderEncoding> = { JP: 'shift_jis', CN: 'gb18030', SG: 'gb18030' };

/**
 * Bytes as text; what is no Unicode is read as it was written in a country, for bytes alone do not say: "Noël" of the West is
 * Chinese as well.
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
