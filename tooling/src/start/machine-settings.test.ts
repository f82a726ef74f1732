import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsOfMachine } from './machine-settings.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-key-'));
  file = join(folder, 'secret-key');
});
afterEach(() => rmSync(folder, { recursive: true }));

const key = Buffer.alloc(32, 1).toString('base64');
const other = Buffer.alloc(32, 2).toString('base64');

describe('what a command reads of the machine', () => {
  it('is its key, and the sentence that says which one', () => {
    writeFileSync(file, `${key}\n`);
    expect(settingsOfMachine(file, 'embedded', {})).toEqual({
      variables: { AUDIT_HEAD: join(folder, 'audit-head'), SECRET_KEY: key },
      ofKey: `SECRET_KEY is the one of this machine, from ${file}. If the firm has another, set it in .env.`,
    });
  });

  it('is both keys while a rotation has not ended', () => {
    writeFileSync(file, `${key}\n`);
    writeFileSync(`${file}.before`, `${other}\n`);
    expect(settingsOfMachine(file, 'embedded', {}).variables).toMatchObject({
      SECRET_KEY: key,
      SECRET_KEY_BEFORE: other,
    });
  });

  it('is no key where the environment has one', () => {
    writeFileSync(file, `${key}\n`);
    expect(settingsOfMachine(file, 'embedded', { SECRET_KEY: other, AUDIT_HEAD: '/elsewhere' })).toEqual({
      variables: { AUDIT_HEAD: '/elsewhere' },
      ofKey: null,
    });
  });

  it('is no key before the first start, so that the command asks', () => {
    expect(settingsOfMachine(file, 'embedded', {})).toEqual({
      variables: { AUDIT_HEAD: join(folder, 'audit-head') },
      ofKey: null,
    });
  });

  it('is its key, and no head, for the database of the environment', () => {
    writeFileSync(file, `${key}\n`);
    const ofEnvironment = settingsOfMachine(file, 'environment', { DATABASE_URL: 'postgres://own' });
    expect(ofEnvironment.variables).toEqual({ SECRET_KEY: key });
    expect(ofEnvironment.ofKey).toContain(file);
  });

  it('is nothing where the database is elsewhere', () => {
    writeFileSync(file, `${key}\n`);
    expect(settingsOfMachine(file, 'elsewhere', {})).toEqual({ variables: {}, ofKey: null });
  });
});
