import type { InputOf } from '@daybook/contracts/endpoint';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { fieldsOfClient } from '@daybook/contracts/crm/clients/fields-of-client';
import { contacts } from '@daybook/contracts/crm/contacts/contacts';
import { history } from '@daybook/contracts/history';
import { uuidv7 } from 'uuidv7';
import { openClientDesk } from '../../../test/fixtures/client-fixture.ts';
import type { ClientDesk } from '../../../test/fixtures/client-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller } from '../../../test/test-api.ts';

let { api, admin, acme } = {} as ClientDesk;
let rose: Caller;
let aliceId: string;
const alice = { name: 'Alice Émond', email: 'alice@first.test', phone: '+33123456789' };

beforeAll(async () => {
  ({ api, admin, acme } = await openClientDesk());
  rose = await api.as({ userType: 'crm', keys: [...allBut()], scope: 'own' });
  const first = await rose.call(clients.create, {
    ...acme(),
    name: 'Beta',
    oldCode: 'OLD-BETA',
    contacts: [
      { ...alice, roles: ['billing'] },
      { name: 'Bruno', phone: '+33987654321', roles: ['tax'] },
    ],
  });
  aliceId = first.contacts[0]?.id ?? '';
  await rose.call(clients.create, { ...acme(), name: 'Alpha', contacts: [{ ...alice, id: aliceId }] });
  await admin.call(clients.create, {
    ...acme(),
    name: 'Hidden',
    contacts: [
      { ...alice, id: aliceId, roles: ['signatory'] },
      { name: 'Carl', email: 'carl@hidden.test', phone: '+33987654321' },
    ],
  });
});
afterAll(() => api.stop());

const names = async (caller: Caller, asked: Parameters<typeof ask>[1] = {}) =>
  (await ask(caller, asked)).rows.map(({ name }) => name);
const ask = (caller: Caller, asked: InputOf<typeof contacts.list>) => caller.call(contacts.list, asked);

const likely = async (caller: Caller, asked: object) =>
  (await caller.call(contacts.likely, asked)).map(({ name }) => name);

const wordsOfBeta = () =>
  api.db
    .selectFrom('client')
    .select(['id', 'version', 'searchText'])
    .where('name', '=', 'Beta')
    .executeTakeFirstOrThrow();

describe('the list of contacts', () => {
  it('has people with a client within the scope, their clients there, and the number of the others', async () => {
    const { rows } = await ask(rose, {});
    expect(rows).toMatchObject([
      { ...alice, clients: [{ label: 'Alpha' }, { label: 'Beta' }], visible: 2, others: 1, refused: null },
      { name: 'Bruno', clients: [{ label: 'Beta' }], visible: 1, others: 0 },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Hidden');
    expect(await rose.call(contacts.total, {})).toEqual({ total: 2, isCapped: false });
    expect(await names(admin)).toEqual(['Alice Émond', 'Bruno', 'Carl']);
  });

  it('is searched by name, e-mail and telephone, sorted, and filtered', async () => {
    for (const q of ['emond', 'ALICE@first', '3312345'])
      expect([q, await names(admin, { q })]).toEqual([q, ['Alice Émond']]);
    expect(await names(admin, { sort: '-name' })).toEqual(['Carl', 'Bruno', 'Alice Émond']);
    expect(await names(admin, { filter: { role: 'tax' } })).toEqual(['Bruno']);
    expect(await names(admin, { filter: { role: 'signatory' } })).toEqual(['Alice Émond']);
    expect(await names(rose, { filter: { role: 'signatory' } })).toEqual([]);
    expect(await names(admin, { filter: { shared: 'true' } })).toEqual(['Alice Émond']);
    expect(await names(admin, { filter: { shared: 'false' } })).toEqual(['Bruno', 'Carl']);
    expect(await names(admin, { filter: { refused: 'true' } })).toEqual([]);
  });

  it('is exported as it is seen', async () => {
    const file = await rose.inject({ url: '/api/v1/contacts/export?format=csv' });
    expect(
      file.body
        .replace(/^\uFEFF/, '')
        .split('\r\n')
        .slice(0, 3),
    ).toEqual([
      'Name,E-mail,Phone,First clients,Clients,Clients you cannot see,E-mail refused',
      `Alice Émond,alice@first.test,'+33123456789,"Alpha, Beta",2,1,`,
      `Bruno,,'+33987654321,Beta,1,0,`,
    ]);
  });

  it('proposes who is likely the same person, within the scope only', async () => {
    expect(await likely(rose, { email: 'Alice@First.test' })).toEqual(['Alice Émond']);
    expect(await likely(rose, { email: 'carl@hidden.test' })).toEqual([]);
    expect(await likely(rose, { phone: '+33 9 87 65 43 21' })).toEqual(['Bruno']);
    expect(await likely(admin, { phone: '+33987654321' })).toEqual(['Bruno', 'Carl']);
    expect(await likely(admin, { email: alice.email, exceptId: aliceId })).toEqual([]);
    expect(await likely(admin, {})).toEqual([]);
  });
});

describe('a contact', () => {
  it('of other people’s clients is found by nobody else, at any address', async () => {
    const [carl] = (await ask(admin, { q: 'carl@hidden' })).rows;
    for (const [endpoint, input] of [
      [contacts.open, {}],
      [contacts.edit, { name: 'Carl', email: 'carl@hidden.test' }],
    ] as const)
      expect(await rose.refused(endpoint, { ...input, id: carl?.id }, { version: 1 })).toMatchObject({
        httpStatus: 404,
        code: 'NOT_FOUND',
      });
    expect(await rose.refused(history.of, { kind: 'contact', id: carl?.id })).toMatchObject({
      httpStatus: 404,
    });
  });

  it('is read with the permission to view clients, and changed with that to edit them', async () => {
    const reader = await api.as({ userType: 'manager', keys: ['clients.view'], scope: 'all' });
    const given = { id: aliceId, ...alice };
    expect(await reader.call(contacts.open, { id: aliceId })).toMatchObject({ visible: 3 });
    expect(await reader.refused(contacts.edit, given, { version: 1 })).toMatchObject({ code: 'PERM_DENIED' });
    const none = await api.as({ userType: 'manager', keys: ['tasks.view'], scope: 'all' });
    for (const endpoint of [contacts.list, contacts.likely])
      expect(await none.refused(endpoint, {})).toMatchObject({ code: 'PERM_DENIED' });
  });

  it('is changed on its page, with an e-mail or a telephone, and keeps a history', async () => {
    const id = (await ask(admin, { q: 'bruno' })).rows[0]?.id ?? '';
    expect(await rose.refused(contacts.edit, { id, name: 'Bruno' }, { version: 1 })).toMatchObject({
      errors: { email: [{ code: 'EMAIL_OR_PHONE' }] },
    });
    const edited = await rose.call(
      contacts.edit,
      { id, name: 'Bruno', email: 'Bruno@First.test', phone: null },
      { version: 1 },
    );
    expect(edited).toMatchObject({ version: 2, email: 'bruno@first.test', phone: null });
    expect((await rose.call(clients.list, { q: 'bruno@first' })).rows).toMatchObject([
      { name: 'Beta', version: 2 },
    ]);
    // The previous code of the client is found as before.
    expect((await rose.call(clients.list, { q: 'old-beta' })).rows).toMatchObject([{ name: 'Beta' }]);
    const { events } = await rose.call(history.of, { kind: 'contact', id });
    expect(events.map(({ action, changes }) => [action, ...changes.map(({ field }) => field)])).toEqual([
      ['contacts.edit', 'email', 'phone'],
      ['clients.create'],
    ]);
    const same = await rose.call(
      contacts.edit,
      { id, name: 'Bruno', email: 'bruno@first.test', phone: null },
      { version: 2 },
    );
    expect(same.version).toBe(2);

    // A search finds the client by the same words, whether the contact or the client was saved last.
    const beta = await wordsOfBeta();
    const fields = fieldsOfClient(await admin.call(clients.open, { id: beta.id }));
    await admin.call(clients.edit, { id: beta.id, ...fields }, { version: beta.version });
    expect((await wordsOfBeta()).searchText).toBe(beta.searchText);
  });

  it('by the laws of the database has an e-mail in lower case or a telephone, and one link with a client', async () => {
    const insert = 'insert into contact (id, name, email, phone) values ($1, $2, $3, $4)';
    expect(await refusedInSql(api, [insert, [uuidv7(), 'None', null, null]])).toBe('23514');
    expect(await refusedInSql(api, [insert, [uuidv7(), 'Loud', 'LOUD@first.test', null]])).toBe('23514');
    const again = `insert into client_contact (client_id, contact_id, no)
      select client_id, contact_id, 9 from client_contact where contact_id = $1`;
    expect(await refusedInSql(api, [again, [aliceId]])).toBe('23505');
    const { rows } = await api.ownerPool.query(
      'select from contact where not exists (select from client_contact where contact_id = contact.id)',
    );
    expect(rows).toEqual([]);
  });
});
