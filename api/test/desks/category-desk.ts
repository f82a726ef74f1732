import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { startTestApi } from '../test-api.ts';
import { makeTaxCode } from './masters.ts';

/** A server with a department and a service that categories of tasks belong to. */
export async function startCategories() {
  const api = await startTestApi();
  const admin = await api.as({ name: 'Ada' });
  const { id: departmentId } = await admin.call(departments.create, { name: 'Tax' });
  const taxCodeId = await makeTaxCode(api.db, { code: 'VAT5', rate: '5' });
  const { id: serviceId } = await admin.call(services.create, { name: 'Returns', taxCodeId });
  return { api, admin, departmentId, serviceId };
}
