import { uuidv7 } from 'uuidv7';
import { account as links } from '@daybook/contracts/auth/account';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { crms, executives } from '@daybook/contracts/people/staff';
import { permissions } from '@daybook/contracts/permissions';
import type { Scope } from '@daybook/contracts/permissions';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { makeExpenseCategory } from '../../test/fixtures/expense-fixture.ts';
import { makeClient, makeEntity, makeTaxCode } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let owner: Caller;
let entityId: string;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin' });
  entityId = await makeEntity(api.db);
});
afterAll(() => api.stop());

/** An editor of people who does not see everything. */
const editorWith = (scope: Scope) => api.as({ userType: 'manager', keys: permissions, scope });

type Kind = typeof crms;

/** The form of a person as it is now, with changes. */
async function changed(kind: Kind, { id }: Caller, change: object) {
  const { version, manager, departments: theirs, ...fields } = await owner.call(kind.open, { id });
  const { name, email, phone, userType, scope, locale, joinedOn, leftOn } = fields;
  const kept = { name, email, phone, userType, scope, locale, joinedOn, leftOn };
  const places = { managerId: manager?.id ?? null, departmentIds: theirs.map((one) => one.id) };
  return [{ id, ...kept, ...places, ...change }, { version }] as const;
}

const clientsOf = async (caller: Caller) => (await caller.call(clients.list, {})).rows.length;
const refusalsOf = async ({ id }: Caller) =>
  (
    await api.ownerPool.query<{ action: string; code: string; entity_id: string }>(
      `select action, body #>> '{after,code}' as code, entity_id from audit_event
       where actor_id = $1 and entity = 'refusal' order by id`,
      [id],
    )
  ).rows;

/** A relationship manager with a client whom the editor does not see. */
async function stranger() {
  const person = await api.as({ userType: 'crm', scope: 'own' });
  await makeClient(api.db, { entityId, crmId: person.id });
  return person;
}

it('does not widen by taking a person, with their clients, under oneself or under one’s own', async () => {
  const editor = await editorWith('team');
  const person = await stranger();
  for (const managerId of [editor.id, (await api.as({ userType: 'manager', scope: 'team' })).id]) {
    expect(await editor.refused(crms.edit, ...(await changed(crms, person, { managerId })))).toMatchObject({
      code: 'SCOPE_TOO_WIDE',
      errors: { managerId: [{ code: 'SCOPE_TOO_WIDE' }] },
    });
  }
  expect(await clientsOf(editor)).toBe(0);
  expect(await refusalsOf(editor)).toEqual(
    Array.from({ length: 2 }, () => ({ action: 'crms.edit', code: 'SCOPE_TOO_WIDE', entity_id: person.id })),
  );
  // A person in charge of nothing may get any manager, and an editor who sees everything may choose any.
  const free = await api.as({ userType: 'crm', scope: 'own' });
  await editor.call(crms.edit, ...(await changed(crms, free, { managerId: editor.id })));
  await owner.call(crms.edit, ...(await changed(crms, person, { managerId: editor.id })));
  expect(await clientsOf(editor)).toBe(1);
});

it('does not widen by handing work to a person below oneself, or to an account made for it', async () => {
  const editor = await editorWith('team');
  const leaver = await stranger();
  const { member, link } = await editor.call(crms.create, {
    name: 'Made for it',
    email: 'made.for.it@firm.test',
    userType: 'crm',
    scope: 'own',
    departmentIds: [],
    locale: 'en',
  });
  expect(link).not.toBeNull();
  await api.db.updateTable('appUser').set({ status: 'active' }).where('id', '=', member.id).execute();
  const below = await api.as({ userType: 'crm', scope: 'own' });
  await api.db.updateTable('appUser').set({ managerId: editor.id }).where('id', '=', below.id).execute();
  for (const toId of [member.id, below.id, editor.id]) {
    const move = { id: leaver.id, toId, kinds: ['clientsAsCrm' as const] };
    expect((await editor.refused(crms.transfer, move)).code).toBe(
      toId === editor.id ? 'REFERENCE_UNKNOWN' : 'SCOPE_TOO_WIDE',
    );
  }
  expect([await clientsOf(below), await clientsOf(leaver)]).toEqual([0, 1]);
  // The editor may hand over records that they see.
  await makeClient(api.db, { entityId, crmId: below.id });
  const own = { id: below.id, toId: member.id, kinds: ['clientsAsCrm' as const] };
  expect(await editor.call(crms.transfer, own)).toEqual({ moved: 1 });
});

it('does not widen by adding one’s department to another’s executive', async () => {
  const [ours, theirs] = [
    await owner.call(departments.create, { name: 'Ours' }),
    await owner.call(departments.create, { name: 'Theirs' }),
  ];
  const editor = await editorWith('department');
  const person = await api.as({ userType: 'executive', keys: permissions, scope: 'own' });
  await api.db
    .insertInto('userDepartment')
    .values([
      { userId: editor.id, departmentId: ours.id },
      { userId: person.id, departmentId: theirs.id },
    ])
    .execute();
  const taxCodeId = await makeTaxCode(api.db, { code: uuidv7(), rate: '0', category: 'O' });
  await person.call(expenses.create, {
    entityId,
    categoryId: await makeExpenseCategory(api),
    expenseDate: '2026-03-01',
    description: 'Train',
    gross: 1200,
    taxCodeId,
    paidBy: 'person',
  });
  const both = { departmentIds: [ours.id, theirs.id] };
  const answer = await editor.refused(executives.edit, ...(await changed(executives, person, both)));
  expect(answer).toMatchObject({ errors: { departmentIds: [{ code: 'SCOPE_TOO_WIDE' }] } });
  expect((await editor.call(expenses.list, {})).rows).toEqual([]);
});

it('gives no way into an account that sees more: neither by a new address nor by a new link', async () => {
  const editor = await editorWith('own');
  const person = await stranger();
  const moved = await changed(crms, person, { email: 'mine.now@firm.test' });
  expect((await editor.refused(crms.edit, ...moved)).code).toBe('PERM_DENIED');
  expect((await editor.refused(crms.reset, { id: person.id })).code).toBe('PERM_DENIED');
  expect(await refusalsOf(editor)).toMatchObject([
    { action: 'crms.edit', code: 'PERM_DENIED' },
    { action: 'crms.reset', code: 'PERM_DENIED' },
  ]);
  expect((await owner.call(crms.reset, { id: person.id })).link).not.toBeNull();
});

it('gives no way into an account that has been given more since its link was shown', async () => {
  const editor = await editorWith('own');
  const invited = async (email: string) => {
    const person = { name: 'New', email, userType: 'crm' as const, scope: 'own' as const };
    const { member, link } = await editor.call(crms.create, { ...person, departmentIds: [], locale: 'en' });
    return { ...member, token: link?.split('#')[1] ?? '' };
  };
  const [widened, same] = [await invited('widened@firm.test'), await invited('same@firm.test')];
  const theirs = { ...owner, id: widened.id };
  await owner.call(crms.edit, ...(await changed(crms, theirs, { scope: 'all' })));
  const password = 'correct horse battery staple 7';
  for (const [endpoint, input] of [
    [links.readLink, { token: widened.token }],
    [links.acceptLink, { token: widened.token, password }],
  ] as const)
    expect((await editor.refused(endpoint, input)).code).toBe('LINK_INVALID');
  await editor.call(links.acceptLink, { token: same.token, password });
  // An editor who may grant that much may invite them again.
  const { link } = await owner.call(crms.reset, { id: widened.id });
  await owner.call(links.acceptLink, { token: link?.split('#')[1] ?? '', password });
});
