import { listColumns, mostColumns } from '@daybook/contracts/list-columns';
import { savedViews } from '@daybook/contracts/saved-views';
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

const chosenBy = async (caller: Caller) =>
  (await caller.call(listColumns.list, {})).map(({ list, columns }) => `${list}: ${columns.join()}`);

describe('the columns of a list', () => {
  it('are stored for their person and their list only, until they are reset', async () => {
    await ada.call(listColumns.choose, { list: 'invoice', columns: ['client', 'dueDate'] });
    await ada.call(listColumns.choose, { list: 'task', columns: [] });
    await bo.call(listColumns.choose, { list: 'invoice', columns: ['status'] });
    await ada.call(listColumns.choose, { list: 'invoice', columns: ['dueDate'] });
    expect(await chosenBy(ada)).toEqual(['invoice: dueDate', 'task: ']);
    expect(await chosenBy(bo)).toEqual(['invoice: status']);

    await ada.call(listColumns.reset, { list: 'invoice' });
    await ada.call(listColumns.reset, { list: 'invoice' });
    expect(await chosenBy(ada)).toEqual(['task: ']);
    expect(await chosenBy(bo)).toEqual(['invoice: status']);
  });

  it('chosen in many tabs at once are those of one of them', async () => {
    const tabs = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(tabs.map((name) => ada.call(listColumns.choose, { list: 'receipt', columns: [name] })));
    const kept = (await ada.call(listColumns.list, {})).filter(({ list }) => list === 'receipt');
    expect(kept).toHaveLength(1);
    expect(tabs).toContain(kept[0]?.columns.join());
  });

  it('are names of columns of a list, each once and not too many', async () => {
    const letters = Array.from({ length: mostColumns + 1 }, (_, no) => 'a'.repeat(no + 1).slice(-40));
    const wrong = [['due date'], ['a,b'], [''], ['a', 'a'], ['a'.repeat(41)], letters];
    for (const columns of wrong)
      expect(await ada.refused(listColumns.choose, { list: 'invoice', columns })).toMatchObject({
        code: 'INPUT_INVALID',
      });
    for (const list of ['invoices', 'person', '..'])
      expect(
        (await ada.refused(listColumns.choose, { list, columns: [] })).httpStatus,
      ).toBeGreaterThanOrEqual(400);
  });

  it('are part of a saved view', async () => {
    const view = { list: 'invoice' as const, name: 'Narrow', query: 'columns=client%2CdueDate&sort=dueDate' };
    await ada.call(savedViews.save, view);
    expect(await ada.call(savedViews.list, { list: 'invoice' })).toMatchObject([{ query: view.query }]);
  });
});
