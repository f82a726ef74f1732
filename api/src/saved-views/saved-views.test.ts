import { session } from '@daybook/contracts/auth/session';
import { listColumns } from '@daybook/contracts/list-columns';
import { SavedListName, mostViews, savedViews } from '@daybook/contracts/saved-views';
import type { SavedList } from '@daybook/contracts/saved-views';
import type { InputOf } from '@daybook/contracts/endpoint';
import type { UserType } from '@daybook/contracts/permissions';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let ada: Caller;
let bo: Caller;

beforeAll(async () => {
  api = await startTestApi();
  ada = await api.as({});
  bo = await api.as({ userType: 'crm', keys: [] });
});
afterAll(() => api.stop());

const namesOf = async (caller: Caller, list: SavedList) =>
  (await caller.call(savedViews.list, { list })).map(({ name, query }) => [name, query]);

const name = (no: number) => ({ list: 'receipt' as const, name: `View ${no}`, query: '' });

describe('a saved view of a list', () => {
  it('is stored under its name for its person and its list only', async () => {
    const late = { list: 'invoice' as const, name: 'Late', query: 'filter%5Boverdue%5D=true&sort=dueDate' };
    const { id } = await ada.call(savedViews.save, late);
    await ada.call(savedViews.save, { ...late, list: 'task', query: 'q=audit' });
    await bo.call(savedViews.save, { ...late, query: '' });
    expect(await namesOf(ada, 'invoice')).toEqual([['Late', late.query]]);
    expect(await namesOf(bo, 'invoice')).toEqual([['Late', '']]);
    expect(await bo.refused(savedViews.remove, { id })).toMatchObject({ code: 'NOT_FOUND' });

    const renewed = await ada.call(savedViews.save, { ...late, name: 'late', query: 'sort=-dueDate' });
    expect(renewed.id).toBe(id);
    expect(await namesOf(ada, 'invoice')).toEqual([['late', 'sort=-dueDate']]);
    await ada.call(savedViews.remove, { id });
    expect(await namesOf(ada, 'invoice')).toEqual([]);
    expect(await namesOf(ada, 'task')).toEqual([['Late', 'q=audit']]);
  });

  it('stores the parameters of a list and nothing else of an address', async () => {
    const view = { list: 'invoice' as const, name: 'A page' };
    for (const query of ['cursor=abc', 'filter[a][b]=1', 'next=//evil', 'q=\u0000']) {
      expect(await ada.refused(savedViews.save, { ...view, query })).toMatchObject({ httpStatus: 400 });
    }
    for (const list of ['../users', 'invoices', 'person'])
      expect(await ada.refused(savedViews.list, { list })).toMatchObject({ httpStatus: 400 });
  });

  it('is limited in number, and takes the first free place', async () => {
    const made = [];
    for (let no = 1; no <= mostViews; no += 1) made.push(await ada.call(savedViews.save, name(no)));
    expect((await ada.refused(savedViews.save, name(99))).errors).toEqual({
      name: [{ code: 'TOO_MANY', params: { maximum: mostViews } }],
    });
    await ada.call(savedViews.remove, { id: made[4]?.id ?? '' });
    await ada.call(savedViews.save, name(99));
    expect((await namesOf(ada, 'receipt'))[4]).toEqual(['View 99', '']);
  });
});

const drafts = { list: 'credit_note' as const, name: 'Drafts', query: 'filter%5Bstatus%5D=draft' };
const seenBy = async (caller: Caller) =>
  (await caller.call(savedViews.list, { list: 'credit_note' })).map(
    (view) => `${view.name}${view.isOwn ? ' own' : ''}${view.isFirst ? ' first' : ''}`,
  );
const share = (caller: Caller, id: string, userTypes: UserType[], defaultFor: UserType[] = []) =>
  caller.call(savedViews.share, { id, userTypes, defaultFor } as InputOf<typeof savedViews.share>);

describe('the start of all lists', () => {
  it('comes with the person, as each list would answer it', async () => {
    const caller = await api.as({ userType: 'executive', keys: [] });
    const own = { list: 'task' as const, name: 'Mine', query: 'q=audit' };
    const { id } = await caller.call(savedViews.save, own);
    await caller.call(savedViews.choose, { id, isDefault: true });
    await caller.call(listColumns.choose, { list: 'task', columns: ['dueDate'] });
    for (const list of ['task', 'client'] as const) {
      const shared = await ada.call(savedViews.save, { list, name: `Shared ${list}`, query: '' });
      await share(ada, shared.id, ['executive'], ['executive']);
    }
    for (const person of [caller, ada, bo]) {
      const { lists } = await person.call(session.me, {});
      expect(lists?.columns).toEqual(await person.call(listColumns.list, {}));
      for (const list of SavedListName.options)
        expect(lists?.views[list]).toEqual(await person.call(savedViews.list, { list }));
    }
    const { lists } = await caller.call(session.me, {});
    expect(lists?.views['task']?.map(({ name, isFirst }) => [name, isFirst])).toEqual([
      ['Mine', true],
      ['Shared task', false],
    ]);
    expect(lists?.views['client']?.map(({ name, isFirst }) => [name, isFirst])).toEqual([
      ['Shared client', true],
    ]);
  });

  it('is not told during a required step', async () => {
    const person = await api.as({ userType: 'crm', keys: [] });
    await api.ownerPool.query('update app_user set must_change_password = true where id = $1', [person.id]);
    const me = await person.call(session.me, {});
    expect([me.must, me.lists]).toEqual(['change_password', undefined]);
  });
});

describe('a shared view', () => {
  it('is seen by the people of its user types, and begins their list until they choose their own', async () => {
    const { id } = await ada.call(savedViews.save, drafts);
    const manager = await api.as({ userType: 'manager', keys: [] });
    await share(ada, id, ['crm'], ['crm']);
    expect(await seenBy(ada)).toEqual(['Drafts own']);
    expect(await seenBy(bo)).toEqual(['Drafts first']);
    expect(await seenBy(manager)).toEqual([]);

    const own = await bo.call(savedViews.save, { ...drafts, name: 'Mine', query: 'sort=-number' });
    await bo.call(savedViews.choose, { id: own.id, isDefault: true });
    expect(await seenBy(bo)).toEqual(['Mine own first', 'Drafts']);
    await bo.call(savedViews.choose, { id: own.id, isDefault: false });
    expect(await seenBy(bo)).toEqual(['Mine own', 'Drafts first']);

    await share(ada, id, ['manager']);
    expect(await seenBy(bo)).toEqual(['Mine own']);
    expect(await seenBy(manager)).toEqual(['Drafts']);
    await ada.call(savedViews.remove, { id });
    expect(await seenBy(manager)).toEqual([]);
  });

  it('is the only one that a user type begins with, also when two are shared at once', async () => {
    const ids = [];
    for (const name of ['One', 'Two'])
      ids.push((await ada.call(savedViews.save, { ...drafts, list: 'expense', name, query: '' })).id);
    await Promise.all(ids.map((id) => share(ada, id, ['executive', 'crm'], ['executive'])));
    const executive = await api.as({ userType: 'executive', keys: [] });
    const views = await executive.call(savedViews.list, { list: 'expense' });
    expect(views.map(({ name }) => name)).toEqual(['One', 'Two']);
    expect(views.filter(({ isFirst }) => isFirst)).toHaveLength(1);
  });

  it('is shared only with the permission for settings, and only if it is one’s own or shared already', async () => {
    const { id } = await bo.call(savedViews.save, { ...drafts, list: 'proforma' });
    const setter = await api.as({ userType: 'admin', keys: ['setting'] });
    expect(await bo.refused(savedViews.share, { id, userTypes: ['crm'], defaultFor: [] })).toMatchObject({
      httpStatus: 403,
    });
    expect(await setter.refused(savedViews.share, { id, userTypes: ['crm'], defaultFor: [] })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await ada.refused(savedViews.choose, { id, isDefault: true })).toMatchObject({
      code: 'NOT_FOUND',
    });

    const shared = await ada.call(savedViews.save, { ...drafts, list: 'proforma' });
    const refusal = await ada.refused(savedViews.share, {
      id: shared.id,
      userTypes: ['crm'],
      defaultFor: ['manager'],
    });
    expect(refusal.errors).toMatchObject({ defaultFor: [{ code: 'NOT_A_CHOICE' }] });
    await share(ada, shared.id, ['crm']);
    await share(setter, shared.id, []);
    expect((await ada.call(savedViews.list, { list: 'proforma' }))[0]?.shares).toEqual([]);
  });
});
