import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { eventually } from '../../../test/installation.ts';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { waitsForLock } from '../../../test/waits-for-lock.ts';

let sold: Selling;
beforeAll(async () => {
  sold = await startSelling();
});
afterAll(() => sold.api.stop());

describe('a package that was sold', () => {
  it('keeps the billing entity of its package, while the package may change otherwise', async () => {
    const given = sold.monthly();
    const { id: packageId } = await sold.admin.call(packages.create, given);
    const other = await makeEntity(sold.api.db);
    const edit = (more: object) => ({ ...given, id: packageId, active: true, ...more });
    const unsold = await sold.admin.call(packages.edit, edit({ entityId: other }), { version: 1 });
    expect(unsold).toMatchObject({ entity: { id: other }, isSold: false });
    const { entity } = await sold.apply(packageId);
    expect(entity.id).toBe(other);
    expect(await sold.admin.refused(packages.edit, edit({}), { version: 2 })).toMatchObject({
      code: 'PACKAGE_SOLD',
      errors: { entityId: [{ code: 'PACKAGE_SOLD' }] },
    });
    expect(
      await sold.admin.call(packages.edit, edit({ entityId: other, name: `Kept ${packageId}` }), {
        version: 2,
      }),
    ).toMatchObject({ entity: { id: other }, isSold: true });
  });

  it('is sold by the billing entity that its package has once an edit at the same time is through', async () => {
    const packageId = await sold.sell();
    const clientId = await sold.newClient();
    const other = await makeEntity(sold.api.db);
    const edit = await sold.api.ownerPool.connect();
    await edit.query('begin');
    await edit.query('update package set entity_id = $1 where id = $2', [other, packageId]);
    const applied = sold.apply(packageId, { clientId });
    await eventually(async () => expect((await sold.api.ownerPool.query(waitsForLock)).rowCount).toBe(1));
    await edit.query('commit');
    edit.release();
    const made = await applied;
    expect(made.entity.id).toBe(other);
    const [invoice] = made.series;
    const { entity } = await sold.admin.call(recurringInvoices.open, { id: invoice?.id ?? '' });
    expect(entity.id).toBe(other);
  });

  it('keeps its billing entity in the database, and invoices by no other', async () => {
    const made = await sold.apply(await sold.sell());
    const other = await makeEntity(sold.api.db);
    const [invoice] = made.series;
    const run = (...statements: string[]) =>
      refusedInSql(sold.api, ...statements.map((statement) => [statement] as const));
    expect(await run(`update package set entity_id = '${other}' where id = '${made.package.id}'`)).toBe(
      'DB150',
    );
    expect(
      await run(
        `update subscription set version = version + 1 where id = '${made.id}'`,
        `update recurring_invoice set entity_id = '${other}' where series_id = '${invoice?.id ?? ''}'`,
      ),
    ).toBe('DB008');
  });

  it('is refused in the preview as when it is applied, if its entity or a category of its work is inactive', async () => {
    const terms = { name: 'Idle', titleTemplate: 'Idle', rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=9' } };
    const { id, version } = await sold.admin.call(recurringTaskCategories.create, terms);
    const other = await makeEntity(sold.api.db);
    const asked = [
      { packageId: await sold.sell({ recurringTasks: [{ categoryId: id }] }) },
      { packageId: await sold.sell({ entityId: other }) },
    ];
    await sold.admin.call(recurringTaskCategories.edit, { id, ...terms, active: false }, { version });
    await sold.api.ownerPool.query('update billing_entity set active = false where id = $1', [other]);
    for (const one of asked) {
      const wanted = { ...one, clientId: await sold.newClient(), startsOn: '2030-01-01' };
      const refused = { errors: { packageId: [{ code: 'REFERENCE_UNKNOWN' }] } };
      expect(await sold.admin.refused(subscriptions.apply, wanted)).toMatchObject(refused);
      expect(await sold.admin.refused(subscriptions.preview, wanted)).toMatchObject(refused);
    }
  });
});
