import { mostViews, savedViews } from '@daybook/contracts/saved-views';
import type { SavedList } from '@daybook/contracts/saved-views';
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
