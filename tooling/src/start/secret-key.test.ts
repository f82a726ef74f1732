import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepKey, machineKey } from './secret-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('machineKey', () => {
  it('creates a key of 32 bytes once, which only its owner can read', () => {
    const file = join(folder, 'data', 'secret-key');
    const key = machineKey(file);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(machineKey(file)).toBe(key);
  });
});

describe('keepKey', () => {
  it('gives the key of a restored firm to the next start, and sets each other key that was there aside', () => {
    const file = join(folder, 'secret-key');
    for (const key of ['of the first', 'of the first', 'of the second', 'of the third']) {
      keepKey(file, key);
      expect(machineKey(file)).toBe(key);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual([
      'secret-key',
      'secret-key.before-restore',
      'secret-key.before-restore-2',
    ]);
    expect(readFileSync(`${file}.before-restore`, 'utf8').trim()).toBe('of the first');
  });
});
