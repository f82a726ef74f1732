import pg from 'pg';
import { account } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { apiBase, pathParams } from '@daybook/contracts/endpoint';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { makeSetupCode } from '../../src/auth/first-user.ts';
import { routes } from '../../src/routes.ts';
import { makeEntity, makeTaxCode } from '../fixtures/masters.ts';
import { goodInputs } from '../good-inputs.ts';
import { loggedServer } from '../logged-server.ts';
import { callerOf } from '../test-api.ts';
import type { Caller } from '../test-api.ts';
import { codeOf } from '../totp-codes.ts';

/** Texts that must appear in no log line, no refusal and no metric. */
const marker = {
  password: 'a marker sang at noon',
  next: 'the marker sang again',
  name: 'Kanarie Vogel',
  email: 'kanarie@vogel.example',
  phone: '+31612349876',
  taxId: 'NL859638472B01',
  card: 'kanarie free text',
};

/** Turns every typed value into a marker, whatever the field. */
const typed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(typed);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, typed(part)]));
  return typeof value === 'string' ? marker.card : value;
};

let installation: Awaited<ReturnType<typeof loggedServer>>;
let owner: Caller;
let secrets: string[];
const refused: string[] = [];

/** Sends a request and keeps what a refusal says. */
async function send(caller: Caller, request: Parameters<Caller['inject']>[0]) {
  const answer = await caller.inject(request);
  if (answer.statusCode !== 200) refused.push(answer.body);
  return answer;
}

beforeAll(async () => {
  installation = await loggedServer();
  const nobody = callerOf(installation.app, '', '');
  const code = (await makeSetupCode(installation.database.db)) ?? '';
  const { token } = await nobody.call(session.setup, {
    code,
    name: marker.name,
    email: marker.email,
    password: marker.password,
  });
  owner = callerOf(installation.app, '', token);
  secrets = [code, token];
});
afterAll(() => installation.stop());

const expectNoLeak = async () => {
  const metrics = (await owner.inject({ url: '/api/metrics' })).body;
  const told = [...Object.values(marker), ...secrets];
  for (const [where, text] of Object.entries({
    log: installation.raw(),
    refused: refused.join('\n'),
    metrics,
  })) {
    expect({ where, found: told.filter((one) => text.includes(one)) }).toEqual({ where, found: [] });
  }
};

// docs/rules.md#nothing-personal-in-logs
describe('personal data and secrets', () => {
  it('are not leaked by sign-in, failed sign-in, or any handling of one’s own secrets', async () => {
    const { email, password, next } = marker;
    const login = (payload: object) =>
      send(callerOf(installation.app, '', 'A'.repeat(43)), {
        method: 'POST',
        url: `${apiBase}/auth/login?email=${email}`,
        payload,
        headers: { 'x-forwarded-for': marker.phone },
      });
    const { secret } = await owner.call(account.beginTotp, { password });
    const { recoveryCodes } = await owner.call(account.confirmTotp, { otp: codeOf(secret) });
    secrets.push(secret, ...recoveryCodes);
    await login({ email, password });
    await login({ email, password, recovery: marker.card });
    await login({ email, password: next });
    await login({ email, password: next });
    await login({ email, password, surprise: password });
    await owner.call(account.changePassword, { current: password, next });
    await owner.refused(account.changePassword, { current: password, next: email });
    await owner.refused(account.readLink, { token: 'kanarie'.repeat(7).slice(0, 43) });
    await owner.call(account.forgot, { email });
    await expectNoLeak();
  });

  it('are not leaked by any endpoint that they are typed into', async () => {
    const { db } = installation.database;
    const { id: personId } = await owner.call(session.me, {});
    const entityId = await makeEntity(db);
    const taxCodeId = await makeTaxCode(db, { code: 'V20', rate: '20' });
    const { id: departmentId } = await owner.call(departments.create, { name: 'Tax' });
    const good = goodInputs({ entityId, clientId: personId, taxCodeId, personId, departmentId });
    const client = await owner.call(clients.create, {
      ...good['clients.create'],
      contacts: [{ name: marker.name, email: marker.email, phone: marker.phone }],
    } as never);
    for (const { action, endpoint } of routes) {
      if (action === 'auth.logout' || action === 'notifications.stream') continue;
      const inPath = pathParams(endpoint.path);
      const url = inPath.reduce((path, name) => path.replace(`:${name}`, client.id), endpoint.path);
      const body = Object.fromEntries(
        Object.keys(endpoint.input.shape)
          .filter((name) => !inPath.includes(name))
          .map((name) => [name, typed(good[action]?.[name] ?? marker.card)]),
      );
      const isRead = endpoint.method === 'GET';
      const query = isRead ? `?q=${encodeURIComponent(marker.card)}&email=${marker.email}` : '';
      await send(owner, {
        method: endpoint.method,
        url: `${apiBase}${url}${query}`,
        headers: { 'if-match': '1', 'idempotency-key': 'kanarie@vogel.example free text' },
        ...(isRead ? {} : { payload: { ...body, surprise: [marker.phone, marker.taxId] } }),
      });
      await send(owner, { method: endpoint.method, url: `${apiBase}/${marker.email}${url}` });
    }
    expect(refused.length).toBeGreaterThan(routes.length);
    await expectNoLeak();
  });

  it('are not leaked by a database error about them', async () => {
    const pool = new pg.Client({ connectionString: installation.ownerUrl });
    await pool.connect();
    await pool.query(
      `alter table department add constraint no_marker check (name ~ '^Tax' or name::int > 0)`,
    );
    await pool.end();
    const name = marker.card;
    const answers = [
      await send(owner, { method: 'POST', url: `${apiBase}/departments`, payload: { name } }),
      await send(owner, {
        method: 'PATCH',
        url: `${apiBase}/auth/profile`,
        headers: { 'if-match': '1' },
        payload: { name, phone: marker.phone, locale: 'en' },
      }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 200]);
    expect(installation.raw()).toContain('request failed');
    await expectNoLeak();
  });
});
