/** Bytes of a text in Shift_JIS, found by asking the decoder what each pair of bytes means. */
function inShiftJis(text: string): Buffer {
  const decoder = new TextDecoder('shift_jis');
  const bytesOf = new Map<string, number[]>();
  for (let first = 0; first < 256; first += 1) {
    if (first < 128) bytesOf.set(String.fromCodePoint(first), [first]);
    else
      for (let second = 64; second < 253; second += 1) {
        const character = decoder.decode(Uint8Array.of(first, second));
        if (character.length === 1 && !bytesOf.has(character)) bytesOf.set(character, [first, second]);
      }
  }
  return Buffer.from(Array.from(text).flatMap((character) => bytesOf.get(character) ?? []));
}

/** The bytes of a file in the encodings that people save CSV files in. */
export const encoded = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'UTF-16': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  Shift_JIS: inShiftJis,
  'windows-1252': (text: string) => Buffer.from(text, 'latin1'),
};
