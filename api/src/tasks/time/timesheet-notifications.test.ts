import { notifications } from '@daybook/contracts/notifications';
import { timesheetApprovals } from '@daybook/contracts/tasks/time/timesheet-approvals';
import { timesheets } from '@daybook/contracts/tasks/time/timesheets';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let ada: Caller;
let lead: Caller;
let boss: Caller;
/** May approve everybody’s weeks, and is above nobody. */
let editor: Caller;

const weekOn = '2026-03-02';

beforeAll(async () => {
  api = await startTestApi();
  const manager = { userType: 'manager', keys: ['tasks.view'], scope: 'own' } as const;
  boss = await api.as({ ...manager, name: 'Boss' });
  lead = await api.as({ ...manager, name: 'Lead' });
  ada = await api.as({ userType: 'executive', keys: ['tasks.view'], name: 'Ada' });
  editor = await api.as({ ...manager, keys: ['tasks.view', 'tasks.edit'], scope: 'all', name: 'Editor' });
  // Can edit tasks, but not see Ada.
  await api.as({ ...manager, keys: ['tasks.view', 'tasks.edit'] });
});
beforeEach(async () => {
  await api.ownerPool.query(`delete from time_week; delete from notification;
    update app_user set manager_id = null, status = 'active'`);
});
afterAll(() => api.stop());

const leads = (who: Caller, managerId: string) =>
  api.db.updateTable('appUser').set({ managerId }).where('id', '=', who.id).execute();

/** Everybody who was told, and of what. */
const told = async () => {
  const { rows } = await api.ownerPool.query<{ name: string; kind: string }>(
    `select person.name, kind from notification join app_user person on person.id = user_id order by 1, 2`,
  );
  return rows.map(({ name, kind }) => `${name}: ${kind}`);
};

const submit = async () => {
  const { id, version } = await ada.call(timesheets.submit, { weekOn });
  return { id: id ?? '', version: version ?? 0 };
};

describe('a submitted week', () => {
  it('notifies the nearest manager above, and opens by its id for those who may see it', async () => {
    await leads(ada, lead.id);
    await leads(lead, boss.id);
    const week = await submit();
    expect(await told()).toEqual(['Lead: week_to_approve']);
    const { rows } = await lead.call(notifications.list, {});
    expect(rows).toMatchObject([
      { params: { name: 'Ada', date: weekOn }, record: { kind: 'timesheet', id: week.id } },
    ]);
    for (const who of [ada, lead, boss])
      expect(await who.call(timesheets.openById, { id: week.id })).toMatchObject({
        weekOn,
        person: { label: 'Ada' },
        mayDecide: who !== ada,
      });
    const stranger = await api.as({ userType: 'executive', keys: ['tasks.view'] });
    expect(await stranger.refused(timesheets.openById, { id: week.id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('passes over a manager who cannot sign in or not open timesheets', async () => {
    const without = await api.as({ userType: 'manager', keys: [], name: 'Without' });
    await leads(ada, without.id);
    await leads(without, lead.id);
    await leads(lead, boss.id);
    await api.ownerPool.query(`update app_user set status = 'deactivated' where id = $1`, [lead.id]);
    await submit();
    expect(await told()).toEqual(['Boss: week_to_approve']);
  });

  it('notifies those who may approve it by tasks.edit where nobody is above', async () => {
    await submit();
    expect(await told()).toEqual(['Editor: week_to_approve']);
  });
});

describe('the person of a week', () => {
  it('is notified when it is approved or returned, with the reason', async () => {
    await leads(ada, lead.id);
    const week = await submit();
    const { version } = await lead.call(timesheets.approve, { id: week.id }, { version: week.version });
    await editor.call(
      timesheets.return,
      { id: week.id, reason: 'Friday is missing' },
      { version: version ?? 0 },
    );
    const { rows } = await ada.call(notifications.list, {});
    expect(rows).toMatchObject([
      { kind: 'week_returned', params: { by: 'Editor', date: weekOn, reason: 'Friday is missing' } },
      { kind: 'week_approved', params: { by: 'Lead', date: weekOn }, record: { id: week.id } },
    ]);
  });

  it('is notified once for each week of many that are decided at once, and of none that is refused', async () => {
    await leads(ada, lead.id);
    const week = await submit();
    const stale = { ...week, version: 7 };
    await lead.call(timesheetApprovals.approve, { weeks: [stale] });
    await lead.call(timesheetApprovals.approve, { weeks: [week] });
    expect(await told()).toEqual(['Ada: week_approved', 'Lead: week_to_approve']);
  });
});
