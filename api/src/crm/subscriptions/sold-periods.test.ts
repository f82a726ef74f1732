import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { dutch } from '../../../test/entity-inputs.ts';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import { eventually } from '../../../test/installation.ts';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { waitsForLock } from '../../../test/waits-for-lock.ts';

let sold: Selling;
beforeAll(async () => {
  sold = await startSelling();
});
afterAll(() => sold.api.stop());

const move = (entityId: string, fyStart: string) =>
  refusedInSql(sold.api, [`update billing_entity set fy_start = '${fyStart}' where id = '${entityId}'`]);

describe('the fiscal year of a billing entity', () => {
  it.each(['quarterly', 'half_yearly', 'yearly'] as const)(
    'stays in its month while a client has a %s package',
    async (cycle) => {
      const entityId = await makeEntity(sold.api.db);
      const made = await sold.apply(await sold.sell({ entityId, cycle }));
      expect(await move(entityId, '04-01')).toBe('DB152');
      expect(await move(entityId, '01-06')).toBe('done');
      const ended = { id: made.id, on: '2029-12-15' };
      await sold.admin.call(subscriptions.end, ended, { version: made.version });
      expect(await move(entityId, '04-01')).toBe('done');
    },
  );

  it('may move under monthly packages and such that are sold once', async () => {
    const entityId = await makeEntity(sold.api.db);
    await sold.apply(await sold.sell({ entityId }));
    await sold.apply(await sold.sell({ entityId, cycle: 'once', recurringTasks: [] }));
    expect(await move(entityId, '04-01')).toBe('done');
  });

  it('is refused on its field', async () => {
    const entity = dutch();
    const { id, version } = await sold.admin.call(billingEntities.create, entity);
    await sold.apply(await sold.sell({ entityId: id, cycle: 'yearly' }));
    const edit = { ...entity, id, fyStart: '04-01' };
    expect(await sold.admin.refused(billingEntities.edit, edit, { version })).toMatchObject({
      code: 'PERIODS_SOLD',
      errors: { fyStart: [{ code: 'PERIODS_SOLD' }] },
    });
  });

  it('decides the periods of a package that is applied while it moves', async () => {
    const entityId = await makeEntity(sold.api.db);
    const packageId = await sold.sell({ entityId, cycle: 'quarterly' });
    const clientId = await sold.newClient();
    const edit = await sold.api.ownerPool.connect();
    await edit.query('begin');
    await edit.query(`update billing_entity set fy_start = '02-01' where id = $1`, [entityId]);
    const applied = sold.apply(packageId, { clientId });
    await eventually(async () => expect((await sold.api.ownerPool.query(waitsForLock)).rowCount).toBe(1));
    await edit.query('commit');
    edit.release();
    expect(await applied).toMatchObject({ startsOn: '2030-02-01' });
  });
});
