import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';

let sold: Selling;
beforeAll(async () => {
  sold = await startSelling();
});
afterAll(() => sold.api.stop());

describe('a subscription', () => {
  it('keeps its series from being changed by themselves', async () => {
    const made = await sold.apply(await sold.sell());
    const refusal = { code: 'SERIES_OF_PACKAGE', params: { package: made.package.label } };
    const [invoice, task] = made.series.map(({ id }) => id);
    const open = await sold.admin.call(recurringInvoices.open, { id: invoice ?? '' });
    expect(
      await sold.admin.refused(
        recurringInvoices.cancel,
        { id: invoice ?? '', reason: 'No' },
        { version: open.version },
      ),
    ).toMatchObject(refusal);
    const { version } = await sold.admin.call(recurringTasks.open, { id: task ?? '' });
    expect(
      await sold.admin.refused(recurringTasks.cancel, { id: task ?? '', reason: 'No' }, { version }),
    ).toMatchObject(refusal);
    expect(await sold.admin.refused(recurringTasks.remove, { id: task ?? '' }, { version })).toMatchObject(
      refusal,
    );
  });

  it('leaves who does its recurring tasks to people, and refuses another title', async () => {
    const made = await sold.apply(await sold.sell());
    const { id, version, client, category, title, rule, startsOn, ends, endsOn, categoryVersion } =
      await sold.admin.call(recurringTasks.open, { id: made.series[1]?.id ?? '' });
    const edit = {
      id,
      title,
      rule,
      startsOn,
      ends,
      endsOn,
      categoryVersion,
      clientId: client.id,
      categoryId: category.id,
      apply: 'not_started' as const,
      assigneeRule: 'fixed' as const,
      assigneeIds: [sold.admin.id],
    };
    const edited = await sold.admin.call(recurringTasks.edit, edit, { version });
    expect(edited).toMatchObject({ assigneeRule: 'fixed', subscription: { id: made.id, isPaused: false } });
    expect(
      await sold.admin.refused(
        recurringTasks.edit,
        { ...edit, title: 'Another' },
        { version: edited.version },
      ),
    ).toMatchObject({ code: 'SERIES_OF_PACKAGE', params: { package: made.package.label } });
  });
});
