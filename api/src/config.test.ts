import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readConfig } from './config.ts';

const good = {
  DATABASE_URL: 'postgres://app@localhost/daybook',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
};

describe('the environment', () => {
  it('needs the database’s address and a key', () => {
    expect(readConfig(good)).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      NODE_ENV: 'production',
      DAYBOOK_DEMO: false,
    });
    expect(readConfig({ ...good, PORT: '', LOG_LEVEL: '' })).toMatchObject({ PORT: 3000, LOG_LEVEL: 'info' });
  });

  const bad: [string, Record<string, string>][] = [
    ['DATABASE_URL', { DATABASE_URL: '' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/daybook' }],
    ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'localhost' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'localhost' }],
    ['DATABASE_REPORTS_URL', { DATABASE_REPORTS_URL: 'localhost' }],
    ['DATABASE_REPORTS_LAG', { DATABASE_REPORTS_LAG: '0' }],
    ['DATABASE_POOL', { DATABASE_POOL: '1' }],
    ['DATABASE_WAIT_MS', { DATABASE_WAIT_MS: '0' }],
    ['SECRET_KEY', { SECRET_KEY: '' }],
    ['SECRET_KEY', { SECRET_KEY: 'not a key' }],
    ['SECRET_KEY', { SECRET_KEY: Buffer.alloc(16, 1).toString('base64') }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: 'http' }],
    ['OVERLOAD_MS', { OVERLOAD_MS: '-1' }],
    ['OVERLOAD_MB', { OVERLOAD_MB: 'much' }],
    ['STOP_DELAY_MS', { STOP_DELAY_MS: '60000' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['DAYBOOK_DEMO', { DAYBOOK_DEMO: 'yes' }],
    ['SMTP_URL', { SMTP_URL: 'http://mail' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://office:50%off@mail' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'daybook.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
  ];
  it.each(bad)('is refused with %s named: %o', (name, wrong) => {
    expect(() => readConfig({ ...good, ...wrong })).toThrow(
      new RegExp(`${name}.*\\n.*See \\.env\\.example`, 's'),
    );
  });

  it('stops the start with a message and no stack when it is wrong', () => {
    const { status, stderr } = spawnSync(process.execPath, [path.join(__dirname, 'main.ts')], {
      env: { PATH: process.env.PATH, PORT: 'http' },
      encoding: 'utf8',
    });
    expect(status).toBe(78);
    expect(stderr).toContain('DATABASE_URL');
    expect(stderr).toContain('PORT');
    expect(stderr).not.toContain('    at ');
  });
});
