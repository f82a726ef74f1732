// Over plain http on an office network a browser keeps some of itself back. What is missing is made up for, so that saving works; what
// travels there can be read by others all the same (docs/operate.md).

/** As `crypto.randomUUID`, of the random bytes that every page may have. */
function randomUuid(): ReturnType<Crypto['randomUUID']> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as ReturnType<
    Crypto['randomUUID']
  >;
}

if (typeof crypto.randomUUID !== 'function')
  Object.defineProperty(crypto, 'randomUUID', { value: randomUuid, configurable: true });
