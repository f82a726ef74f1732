import type { FileType } from '@daybook/contracts/files';

const startsWith = (head: Buffer, text: string, at = 0): boolean =>
  head.subarray(at, at + text.length).toString('latin1') === text;

const heicBrands = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'];

/** How many of the first bytes tell it. */
export const headBytes = 12;

/** What the bytes are, whatever the file was called; null for everything else. */
export function fileTypeOf(head: Buffer): FileType | null {
  if (startsWith(head, '%PDF-')) return 'application/pdf';
  if (startsWith(head, '\u0089PNG\r\n\u001A\n')) return 'image/png';
  if (startsWith(head, '\u00FF\u00D8\u00FF')) return 'image/jpeg';
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)) return 'image/webp';
  if (startsWith(head, 'ftyp', 4) && heicBrands.some((brand) => startsWith(head, brand, 8)))
    return 'image/heic';
  return null;
}
