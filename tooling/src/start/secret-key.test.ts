import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginRotation, endRotation, keepKey, keyBefore, machineKey } from './secret-key.ts';

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

describe('a rotation', () => {
  it('keeps both keys until it has ended, and then that of earlier backups', () => {
    const file = join(folder, 'secret-key');
    const first = machineKey(file);
    beginRotation(file);
    const second = machineKey(file);
    expect(second).not.toBe(first);
    expect(keyBefore(file)).toBe(first);
    // The command failed, and is given again.
    beginRotation(file);
    expect([machineKey(file), keyBefore(file)]).toEqual([second, first]);
    expect(readFileSync(endRotation(file), 'utf8').trim()).toBe(first);
    expect([machineKey(file), keyBefore(file)]).toEqual([second, undefined]);
    beginRotation(file);
    expect(keyBefore(file)).toBe(second);
    expect(readFileSync(endRotation(file), 'utf8').trim()).toBe(second);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('that a crash ended before it had a new key goes on', () => {
    const file = join(folder, 'secret-key');
    const first = machineKey(file);
    copyFileSync(file, `${file}.before`);
    writeFileSync(`${file}.next`, 'half a k');
    beginRotation(file);
    expect(Buffer.from(machineKey(file), 'base64')).toHaveLength(32);
    expect(machineKey(file)).not.toBe(first);
    expect(keyBefore(file)).toBe(first);
  });
});
