import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineKey } from './secret-key.ts';

describe('machineKey', () => {
  it('creates a key of 32 bytes once, which only its owner can read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-key-'));
    try {
      const file = join(folder, 'data', 'secret-key');
      const key = machineKey(file);
      expect(Buffer.from(key, 'base64')).toHaveLength(32);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(machineKey(file)).toBe(key);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
