import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryFunnel } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { todayIn } from '../../../test/fixtures/later-cheques.ts';

it('an enquiry is dated by the day of the firm, wherever the server is', async () => {
  const { api, admin, crm, asClient } = await startEnquiries();
  // In one of them it is another day than in UTC.
  const zone =
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((one) => todayIn(one) !== todayIn('UTC')) ?? 'UTC';
  await api.ownerPool.query('update billing_entity set timezone = $1', [zone]);
  const today = todayIn(zone);
  const make = () => admin.call(enquiries.create, { ...newEnquiry(), enquiryDate: today, ownerId: crm.id });
  const [moved, won] = [await make(), await make()];
  expect(moved.statusSince).toBe(today);
  const { statusSince } = await admin.call(enquiries.move, { id: moved.id, to: 'contacted' }, { version: 1 });
  expect(statusSince).toBe(today);
  await admin.call(enquiries.convert, { id: won.id, client: asClient() }, { version: 1 });
  expect((await admin.call(enquiries.open, { id: won.id })).statusSince).toBe(today);
  const { period, total } = await admin.call(enquiryFunnel.list, {});
  expect([period.to, total.enquiries, total.daysIn.contacted]).toEqual([today, 2, 0]);
  await api.stop();
});
