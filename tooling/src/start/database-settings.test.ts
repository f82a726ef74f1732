import { readDatabaseSettings } from './database-settings.ts';

const url = 'postgresql://app:secret@db/daybook';

describe('readDatabaseSettings', () => {
  it('leaves the embedded database to be used when nothing names another', () => {
    expect(readDatabaseSettings({ PATH: '/bin', DATABASE_URL: '' })).toBeUndefined();
  });

  it('takes the database that is named', () => {
    expect(readDatabaseSettings({ DATABASE_URL: url, PGHOST: 'ignored' })).toEqual({ DATABASE_URL: url });
  });

  it.each(['DB_HOST', 'PGHOST', 'PGDATABASE', 'POSTGRES_PASSWORD', 'DATABASE_OWNER_URL', 'DB_NAME'])(
    'refuses %s alone',
    (name) => {
      expect(() => readDatabaseSettings({ [name]: 'x' })).toThrow(`${name} is set but DATABASE_URL is not`);
    },
  );
});
