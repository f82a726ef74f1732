import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { crms, executives, managers } from '@daybook/contracts/people/staff';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { lostReasonId, sourceId } from '../../test/fixtures/enquiry-choices.ts';
import { makeClient, makeEntity } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let owner: Caller;
let entityId: string;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin', name: 'Owner' });
  entityId = await makeEntity(api.db);
});
afterAll(() => api.stop());

const teamUnder = (managerId: string, ...people: Caller[]) =>
  api.db
    .updateTable('appUser')
    .set({ managerId })
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute();

const managerOf = async ({ id }: Caller) =>
  (await api.db.selectFrom('appUser').select('managerId').where('id', '=', id).executeTakeFirst())?.managerId;

const noticesOf = async ({ id }: Caller) => {
  const rows = await api.db
    .selectFrom('notification')
    .select(['kind', 'params'])
    .where('userId', '=', id)
    .execute();
  return rows;
};

const taskFor = (clientId: string, assigneeIds: string[], reviewerId?: string) =>
  owner.call(tasks.create, {
    title: 'Return',
    clientId,
    dueOn: '2026-03-31',
    assigneeIds,
    ...(reviewerId ? { reviewerId, reviewRequired: true } : {}),
  });

const enquiryOf = (ownerId: string, name: string) =>
  owner.call(enquiries.create, {
    enquiryDate: '2026-03-01',
    name,
    email: 'ada@asker.example',
    sourceId: sourceId('web'),
    ownerId,
    nextActionOn: '2026-03-08',
  });

const moveTeam = (from: Caller, to: Caller) =>
  owner.call(managers.transfer, { id: from.id, toId: to.id, kinds: ['teamMembers'] });

describe('a handover', () => {
  it('counts everything and hands it to a colleague in one step, with one notification', async () => {
    const [leaver, colleague] = [
      await api.as({ userType: 'crm', name: 'Leaver' }),
      await api.as({ userType: 'crm' }),
    ];
    const mine: string[] = [];
    for (const no of [1, 2, 3, 4, 5, 6, 7])
      mine.push(await makeClient(api.db, { entityId, crmId: leaver.id, name: `Client ${no}` }));
    const open = await enquiryOf(leaver.id, 'Open');
    const lost = await enquiryOf(leaver.id, 'Lost');
    await owner.call(
      enquiries.move,
      { id: lost.id, to: 'lost', lostReasonId: lostReasonId('price') },
      { version: lost.version },
    );
    const preview = await owner.call(crms.holdings, { id: leaver.id });
    expect(preview.rows).toEqual([
      {
        kind: 'clientsAsCrm',
        count: 7,
        names: ['Client 1', 'Client 2', 'Client 3', 'Client 4', 'Client 5'],
      },
      { kind: 'openEnquiries', count: 1, names: ['Open'] },
    ]);

    const kinds = preview.rows.map(({ kind }) => kind);
    expect(await owner.call(crms.transfer, { id: leaver.id, toId: colleague.id, kinds })).toEqual({
      moved: 8,
    });
    expect((await owner.call(crms.holdings, { id: leaver.id })).rows).toEqual([]);
    expect((await colleague.call(clients.list, {})).rows).toHaveLength(7);
    expect(await owner.call(enquiries.open, { id: open.id })).toMatchObject({
      version: open.version + 1,
      owner: { id: colleague.id },
    });
    expect((await owner.call(enquiries.open, { id: lost.id })).owner.id).toBe(leaver.id);
    expect(await noticesOf(colleague)).toEqual([
      { kind: 'handed_over', params: { count: 8, name: 'Leaver' } },
    ]);
    const { rows: audit } = await api.ownerPool.query(
      `select distinct actor_id, action from audit_event where entity = 'client' and entity_id = any($1)
       and action <> 'insert'`,
      [mine],
    );
    expect(audit).toEqual([{ actor_id: owner.id, action: 'crms.transfer' }]);
  });

  it('merges with what the colleague already has', async () => {
    const [leaver, colleague] = [
      await api.as({ userType: 'executive' }),
      await api.as({ userType: 'executive' }),
    ];
    const clientId = await makeClient(api.db, { entityId, crmId: owner.id });
    const other = await makeClient(api.db, { entityId, crmId: owner.id });
    await api.db
      .insertInto('clientExecutive')
      .values([
        { clientId, userId: leaver.id },
        { clientId, userId: colleague.id },
        { clientId: other, userId: leaver.id },
      ])
      .execute();
    const shared = await taskFor(clientId, [leaver.id, colleague.id]);
    const reviewed = await taskFor(clientId, [owner.id], leaver.id);
    const done = await taskFor(clientId, [leaver.id]);
    await owner.call(tasks.transition, { id: done.id, to: 'in_progress' }, { version: 1 });
    await owner.call(tasks.transition, { id: done.id, to: 'completed' }, { version: 2 });
    const { rows } = await owner.call(executives.holdings, { id: leaver.id });
    expect(rows.map(({ kind, count }) => [kind, count])).toEqual([
      ['clientsAsExecutive', 2],
      ['openTasksAssigned', 1],
      ['openTasksToReview', 1],
    ]);
    await owner.call(executives.transfer, {
      id: leaver.id,
      toId: colleague.id,
      kinds: rows.map(({ kind }) => kind),
    });
    const held = await api.db.selectFrom('clientExecutive').select(['clientId', 'userId']).execute();
    expect(held.toSorted((a, b) => a.clientId.localeCompare(b.clientId))).toEqual([
      { clientId, userId: colleague.id },
      { clientId: other, userId: colleague.id },
    ]);
    const after = await owner.call(tasks.open, { id: shared.id });
    expect(after.assignees.map(({ id }) => id)).toEqual([colleague.id]);
    expect(after.version).toBe(shared.version + 1);
    expect((await owner.call(tasks.open, { id: reviewed.id })).reviewer?.id).toBe(colleague.id);
    expect((await owner.call(tasks.open, { id: done.id })).assignees.map(({ id }) => id)).toEqual([
      leaver.id,
    ]);
  });

  it('leaves no circle in a team, whoever of it takes over', async () => {
    const [top, leaver, middle, low, other] = [
      await api.as({ userType: 'manager' }),
      await api.as({ userType: 'manager' }),
      await api.as({ userType: 'manager' }),
      await api.as({ userType: 'manager' }),
      await api.as({ userType: 'executive' }),
    ];
    await teamUnder(top.id, leaver);
    await teamUnder(leaver.id, middle, other);
    await teamUnder(middle.id, low);
    expect(await moveTeam(leaver, low)).toEqual({ moved: 2 });
    expect(await Promise.all([low, middle, other].map(managerOf))).toEqual([top.id, low.id, low.id]);
    expect(await moveTeam(low, middle)).toEqual({ moved: 2 });
    expect(await Promise.all([middle, other].map(managerOf))).toEqual([top.id, middle.id]);
  });

  it('is refused to a colleague who may not hold it', async () => {
    const [leaver, gone, crm] = [
      await api.as({ userType: 'manager' }),
      await api.as({ userType: 'manager' }),
      await api.as({ userType: 'crm' }),
    ];
    await api.db.updateTable('appUser').set({ status: 'deactivated' }).where('id', '=', gone.id).execute();
    const refused = (toId: string, kind: 'clientsAsManager' | 'openEnquiries') =>
      owner.refused(managers.transfer, { id: leaver.id, toId, kinds: [kind] });
    for (const answer of [
      await refused(leaver.id, 'openEnquiries'),
      await refused(gone.id, 'openEnquiries'),
      await refused(entityId, 'openEnquiries'),
      await refused(crm.id, 'clientsAsManager'),
      await refused((await api.as({ userType: 'client' })).id, 'openEnquiries'),
    ])
      expect(answer).toMatchObject({ code: 'REFERENCE_UNKNOWN', errors: { toId: [{}] } });
    expect(
      await owner.call(managers.transfer, { id: leaver.id, toId: crm.id, kinds: ['openEnquiries'] }),
    ).toEqual({ moved: 0 });
    expect(await noticesOf(crm)).toEqual([]);
  });

  it('makes nobody the reviewer of their own work', async () => {
    const [leaver, colleague] = [
      await api.as({ userType: 'executive' }),
      await api.as({ userType: 'executive' }),
    ];
    const clientId = await makeClient(api.db, { entityId, crmId: owner.id });
    const task = await taskFor(clientId, [leaver.id], colleague.id);
    const refused = await owner.refused(executives.transfer, {
      id: leaver.id,
      toId: colleague.id,
      kinds: ['openTasksAssigned'],
    });
    expect(refused).toMatchObject({
      code: 'REVIEWER_IS_ASSIGNEE',
      errors: { toId: [{ params: { tasks: task.no } }] },
    });
    expect((await owner.call(executives.holdings, { id: leaver.id })).rows).toHaveLength(1);
  });

  it('shows no name that the caller may not see, and widens nobody’s scope', async () => {
    const leaver = await api.as({ userType: 'crm' });
    const seen = await makeClient(api.db, { entityId, crmId: leaver.id, name: 'Seen' });
    await makeClient(api.db, { entityId, crmId: leaver.id, name: 'Unseen' });
    const delegate = await api.as({ userType: 'crm', keys: ['crms.edit', 'clients.view'], scope: 'own' });
    await api.db.insertInto('clientExecutive').values({ clientId: seen, userId: delegate.id }).execute();
    expect((await delegate.call(crms.holdings, { id: leaver.id })).rows).toEqual([
      { kind: 'clientsAsCrm', count: 2, names: ['Seen'] },
    ]);
    expect(
      await delegate.refused(crms.transfer, { id: leaver.id, toId: delegate.id, kinds: ['clientsAsCrm'] }),
    ).toMatchObject({ code: 'SCOPE_TOO_WIDE', errors: { kinds: [{}] } });
  });
});
