import { departments } from '@daybook/contracts/settings/departments/departments';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ keys: ['departments'] });
});
afterAll(() => api.stop());

describe('departments', () => {
  it('are created, listed and edited', async () => {
    const audit = await admin.call(departments.create, { name: 'Audit' });
    await admin.call(departments.create, { name: '税務' });
    const edited = await admin.call(
      departments.edit,
      { id: audit.id, name: 'Assurance', headId: admin.id, active: false },
      { version: 1 },
    );
    expect(edited).toMatchObject({
      id: audit.id,
      version: 2,
      name: 'Assurance',
      head: { id: admin.id },
      active: false,
    });
    const gone = await api.as({ keys: [] });
    await api.ownerPool.query(`update app_user set status = 'deactivated' where id = $1`, [gone.id]);
    const led = { name: 'Led', headId: gone.id };
    expect(await admin.refused(departments.create, led)).toMatchObject({
      errors: { headId: [{ code: 'REFERENCE_UNKNOWN' }] },
    });
    expect(await admin.call(departments.open, { id: audit.id })).toEqual(edited);
    const { rows } = await admin.call(departments.list, { sort: '-name' });
    expect(rows.map(({ name }) => name)).toEqual(['税務', 'Assurance']);
    expect(await admin.call(departments.total, { filter: { active: 'true' } })).toMatchObject({ total: 1 });
    expect((await admin.call(departments.list, { q: '税' })).rows).toHaveLength(1);
  });

  it('have unique names', async () => {
    const { name } = await admin.call(departments.create, { name: 'Payroll' });
    const twin = await admin.refused(departments.create, { name: name.toUpperCase() });
    expect(twin).toMatchObject({ code: 'ALREADY_EXISTS', errors: { name: [{ code: 'ALREADY_EXISTS' }] } });
    expect((await admin.refused(departments.create, { name: ' ' })).errors).toHaveProperty('name');
  });

  it('can be deleted while nobody belongs to them', async () => {
    const empty = await admin.call(departments.create, { name: 'Advisory' });
    await admin.call(departments.remove, { id: empty.id }, { version: 1 });
    expect(await admin.refused(departments.open, { id: empty.id })).toMatchObject({ code: 'NOT_FOUND' });

    const used = await admin.call(departments.create, { name: 'Tax' });
    await api.db.insertInto('userDepartment').values({ userId: admin.id, departmentId: used.id }).execute();
    expect(await admin.refused(departments.remove, { id: used.id }, { version: 1 })).toMatchObject({
      httpStatus: 409,
      code: 'REFERENCED',
    });
    expect(await admin.call(departments.open, { id: used.id })).toEqual(used);
  });

  it('are exported with every row of the filter', async () => {
    await admin.call(departments.create, { name: 'Succession' });
    const answer = await admin.inject({ url: '/api/v1/departments/export?format=csv&q=Success' });
    expect(answer.headers['content-disposition']).toBe('attachment; filename="departments.csv"');
    expect(answer.body.trim().split('\r\n')).toHaveLength(2);
    expect(answer.body).toContain('Succession');
  });

  it('are refused without the permission', async () => {
    const other = await api.as({ keys: allBut('departments') });
    expect(await other.refused(departments.list, {})).toMatchObject({ httpStatus: 403 });
    expect(await other.refused(departments.create, { name: 'X' })).toMatchObject({ httpStatus: 403 });
  });
});
