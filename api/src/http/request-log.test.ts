import { services } from '@daybook/contracts/settings/services/services';
import { account } from '@daybook/contracts/auth/account';
import { executives } from '@daybook/contracts/people/staff';
import { security } from '@daybook/contracts/settings/security/security';
import { session } from '@daybook/contracts/auth/session';
import { apiBase } from '@daybook/contracts/endpoint';
import { loggedServer } from '../../test/logged-server.ts';
import { signIn } from '../../test/people.ts';
import { callerOf } from '../../test/test-api.ts';
import { makeSetupCode } from '../auth/first-user.ts';

const person = { name: 'Marker Person', email: 'marker@firm.test', password: 'a marker sang at noon' };

describe('the log', () => {
  it('has one line for each request and names each security event once', async () => {
    const { app, database, taken, stop } = await loggedServer();
    try {
      const nobody = callerOf(app, '', '');
      const code = (await makeSetupCode(database.db)) ?? '';
      const send = (payload: string, contentType = 'application/json') =>
        nobody.inject({
          method: 'POST',
          url: `${apiBase}/auth/login`,
          payload,
          headers: { 'content-type': contentType },
        });
      const steps: [string, () => Promise<unknown>][] = [
        ['set_up_refused', () => nobody.refused(session.setup, { ...person, code: 'WRONG-CODE' })],
        ['set_up', () => nobody.call(session.setup, { ...person, code })],
        ['set_up_refused', () => nobody.refused(session.setup, { ...person, code })],
        ['sign_in_refused', () => nobody.refused(session.login, { email: person.email, password: 'wrong' })],
        ['session_refused', () => nobody.refused(session.me, {})],
        ['request_malformed', () => send('{"a":')],
        ['request_malformed', () => send('a', 'text/plain')],
        ['request_too_large', () => send(JSON.stringify({ email: 'x'.repeat(1_200_000) }))],
        [
          'input_refused',
          () =>
            nobody.refused(session.login, { email: 'no address\r\n{"event":"signed_in"}', password: 'x' }),
        ],
      ];
      for (const [event, step] of steps) {
        await step();
        const lines = taken();
        expect(lines).toHaveLength(1);
        expect(lines[0]?.event).toBe(event);
      }
      const { token } = await nobody.call(session.login, { email: person.email, password: person.password });
      expect(taken().map(({ event }) => event)).toEqual(['signed_in']);
      const caller = callerOf(app, '', token);
      await caller.call(services.list, {});
      expect(taken()).toEqual([expect.objectContaining({ route: `${apiBase}/services`, msg: 'request' })]);
      await caller.call(session.logout, {});
      expect(taken().map(({ event }) => event)).toEqual(['signed_out']);
    } finally {
      await stop();
    }
  });

  it('has security events also at the level warn, and nothing else of requests', async () => {
    const { app, database, taken, stop } = await loggedServer('warn');
    try {
      const nobody = callerOf(app, '', '');
      const code = (await makeSetupCode(database.db)) ?? '';
      const { token } = await nobody.call(session.setup, { ...person, code });
      const owner = callerOf(app, '', token);
      await owner.call(services.list, {});
      await nobody.refused(session.login, { email: person.email, password: 'wrong' });
      await nobody.refused(session.me, {});
      const signedIn = await signIn(database.db, { userType: 'executive' });
      const executive = callerOf(app, signedIn.id, signedIn.token);
      await executive.refused(services.create, { name: 'Payroll' });
      await owner.call(executives.endSessions, { id: signedIn.id });
      await executive.refused(session.me, {});
      const { version } = await owner.call(executives.open, { id: signedIn.id });
      await owner.call(executives.deactivate, { id: signedIn.id }, { version });
      await owner.call(account.endOthers, {});
      const { version: policy } = await owner.call(security.open, {});
      await owner.call(
        security.save,
        { totpRequired: [], idleMinutes: 60, sessionHours: 12, allowedNetworks: [], auditHeadTo: [] },
        { version: policy },
      );
      expect(taken().map(({ event, log }) => [log, event])).toEqual(
        [
          'set_up',
          'sign_in_refused',
          'session_refused',
          'permission_refused',
          'sessions_ended',
          'session_refused',
          'person_deactivated',
          'sessions_ended',
          'security_changed',
        ].map((event) => ['security', event]),
      );
    } finally {
      await stop();
    }
  });

  it('is not filled by those who send no session', async () => {
    const { app, taken, stop } = await loggedServer('warn');
    try {
      for (let n = 0; n < 700; n += 1) await app.inject({ url: `${apiBase}/auth/me` });
      // The minute may end meanwhile.
      expect(taken().length).toBeLessThanOrEqual(600);
    } finally {
      await stop();
    }
  });

  it('contains no name, address, password or token', async () => {
    const { app, database, raw, stop } = await loggedServer();
    try {
      const nobody = callerOf(app, '', '');
      const code = (await makeSetupCode(database.db)) ?? '';
      const { token } = await nobody.call(session.setup, { ...person, code });
      const caller = callerOf(app, '', token);
      await caller.inject({ url: `${apiBase}/services?q=marker-search` });
      await caller.inject({ url: `${apiBase}/services/marker-id` });
      await caller.refused(services.create, { name: 'marker-name', surprise: 'marker-field' });
      for (const secret of ['marker', 'Marker', token, code, 'noon']) expect(raw()).not.toContain(secret);
    } finally {
      await stop();
    }
  });
});
