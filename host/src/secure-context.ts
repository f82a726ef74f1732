// Over plain http on an office network, browsers withhold some of their APIs. This file replaces what is missing, so that saving
// works. The traffic itself is still readable by others (docs/operate.md).

/** As `crypto.randomUUID`, but from random bytes, which are available on every page. */
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
