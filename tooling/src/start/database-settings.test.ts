import { readDatabaseSettings } from './database-settings.ts';

const url = 'postgresql://app:secret@db/daybook';

describe('readDatabaseSettings', () => {
  it('returns nothing, so that the embedded database is used, if no variable names another one', () => {
    expect(readDatabaseSettings({ PATH: '/bin', DATABASE_URL: '' })).toBeUndefined();
  });

  it('returns the database that the environment names', () => {
    expect(readDatabaseSettings({ DATABASE_URL: url, PGHOST: 'ignored' })).toEqual({ DATABASE_URL: url });
  });

  const half = [
    'DB_HOST',
    'PGHOST',
    'PGDATABASE',
    'POSTGRES_PASSWORD',
    'DATABASE_OWNER_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_REPORTS_URL',
    'DB_NAME',
  ];
  it.each(half)('refuses %s without DATABASE_URL', (name) => {
    expect(() => readDatabaseSettings({ [name]: 'x' })).toThrow(`${name} is set but DATABASE_URL is not`);
  });
});
