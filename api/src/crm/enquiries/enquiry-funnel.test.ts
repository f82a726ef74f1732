import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryBulk } from '@daybook/contracts/crm/enquiries/enquiry-bulk';
import { conversionOf, enquiryFunnel } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import type { EnquiryStatus } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { services } from '@daybook/contracts/settings/services/services';
import { lostReasonId, sourceId } from '../../../test/fixtures/enquiry-choices.ts';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { makeTaxCode } from '../../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let crm: Caller;
let asClient: Awaited<ReturnType<typeof startEnquiries>>['asClient'];
let audit: string;
let tax: string;

type Step = [to: EnquiryStatus, on: string];

/** An enquiry with its moves, each on its day. */
async function walk(given: object, ...steps: Step[]): Promise<Enquiry> {
  let enquiry = await admin.call(enquiries.create, { ...newEnquiry(), ownerId: crm.id, ...given });
  for (const [to, on] of steps) {
    const { id, version } = enquiry;
    if (to === 'won') await admin.call(enquiries.convert, { id, on, client: asClient() }, { version });
    else {
      const loss = to === 'lost' ? { lostReasonId: lostReasonId('price') } : {};
      await admin.call(enquiries.move, { id, to, on, nextActionOn: '2026-06-01', ...loss }, { version });
    }
    enquiry = await admin.call(enquiries.open, { id });
  }
  return enquiry;
}

beforeAll(async () => {
  ({ api, admin, crm, asClient } = await startEnquiries());
  const taxCodeId = await makeTaxCode(api.db, { code: 'S21', rate: '0.21' });
  [audit = '', tax = ''] = await Promise.all(
    ['Audit', 'Tax'].map(async (name) => (await admin.call(services.create, { name, taxCodeId })).id),
  );
  const january = { enquiryDate: '2026-01-10', sourceId: sourceId('web'), currency: 'EUR' };
  await walk(
    { ...january, expectedValue: 1_000, serviceIds: [audit, tax] },
    ['contacted', '2026-01-14'],
    ['qualified', '2026-01-15'],
    ['on_hold', '2026-01-20'],
    ['qualified', '2026-01-23'],
    ['won', '2026-01-31'],
  );
  // Won at once: it reached every stage, but waited in none of them.
  await walk({ ...january, expectedValue: 500, serviceIds: [audit] }, ['won', '2026-01-12']);
  await walk({ ...january, expectedValue: 70 }, ['contacted', '2026-01-12'], ['lost', '2026-01-20']);
  const february = { enquiryDate: '2026-02-01', sourceId: sourceId('call'), ownerId: admin.id };
  const undone = await walk(february);
  await walk(february, ['lost', '2026-02-05'], ['contacted', '2026-02-15'], ['lost', '2026-02-16']);
  const bulk = { enquiries: [{ id: undone.id, version: 1 }] };
  const moved = await admin.call(enquiryBulk.change, { ...bulk, change: { to: 'contacted' } });
  await admin.call(enquiryBulk.undo, {
    enquiries: moved.results.map(({ id, version = 1 }) => ({ id, version })),
  });
  const gone = await walk({ ...january, expectedValue: 9 });
  await admin.call(enquiries.remove, { id: gone.id }, { version: 1 });
});
afterAll(() => api.stop());

const year = { from: '2026-01-01', to: '2026-12-31' };
const funnel = (filter: object, who = admin) =>
  who.call(enquiryFunnel.list, { filter: { ...year, ...filter } });

/** The days from the second of February until today, of the enquiry that is still new. */
const daysNew = async () => {
  const { rows } = await api.ownerPool.query<{ days: number }>(
    `select current_date - date '2026-02-01' as days`,
  );
  return rows[0]?.days ?? 0;
};

/** How many the list finds. */
const listed = async (filter: object) =>
  (await admin.call(enquiries.total, { filter: { ...year, ...filter } })).total;

describe('the funnel of enquiries', () => {
  it('counts by month what each enquiry reached, how it ended, and how long it was in each stage', async () => {
    const { rows, total } = await funnel({});
    const price = { id: lostReasonId('price'), name: null, usual: 'price' };
    expect(rows).toEqual([
      {
        id: '2026-01-01',
        label: '',
        usual: null,
        enquiries: 3,
        reached: { contacted: 3, qualified: 2, proposal_sent: 2 },
        open: 0,
        won: 2,
        lost: 1,
        lostBy: [{ ...price, count: 1 }],
        // New for 4, 2 and 2 days; contacted for 1 and 8; qualified for 5 and, after the pause, 8.
        daysIn: { new: 2.7, contacted: 4.5, qualified: 13, proposal_sent: null, on_hold: 3 },
        values: [{ currency: 'EUR', amount: 1_570, won: 1_500 }],
      },
      {
        id: '2026-02-01',
        label: '',
        usual: null,
        enquiries: 2,
        reached: { contacted: 1, qualified: 0, proposal_sent: 0 },
        open: 1,
        won: 0,
        lost: 1,
        lostBy: [{ ...price, count: 1 }],
        daysIn: {
          new: Math.round(((await daysNew()) + 4) * 5) / 10,
          contacted: 1,
          qualified: null,
          proposal_sent: null,
          on_hold: null,
        },
        values: [],
      },
    ]);
    expect(total).toMatchObject({ enquiries: 5, won: 2, lost: 2, open: 1 });
    expect(conversionOf(total)).toBe(40);
  });

  it('has rows by source, owner and service; an enquiry with two services counts in both', async () => {
    const named = async (filter: object) =>
      (await funnel(filter)).rows.map(({ id, label, usual, enquiries: count }) => [
        label || (usual ?? id),
        count,
      ]);
    expect(await named({ by: 'source' })).toEqual([
      ['web', 3],
      ['call', 2],
    ]);
    expect((await named({ by: 'owner' })).map(([, count]) => count)).toEqual([3, 2]);
    expect(await named({ by: 'service' })).toEqual([
      ['none', 3],
      ['Audit', 2],
      ['Tax', 1],
    ]);
    expect(await named({ by: 'service', serviceId: tax })).toEqual([['Tax', 1]]);
    expect((await funnel({ by: 'service' })).total.enquiries).toBe(5);
    expect((await funnel({ serviceId: 'none', owner: admin.id })).total.enquiries).toBe(2);
  });

  it('leads to the list with exactly the enquiries it counted', async () => {
    const { total } = await funnel({});
    expect({
      contacted: await listed({ reached: 'contacted' }),
      qualified: await listed({ reached: 'qualified' }),
      proposal_sent: await listed({ reached: 'proposal_sent' }),
    }).toEqual(total.reached);
    expect(await listed({ lostReasonId: lostReasonId('price') })).toBe(2);
    expect(await listed({ from: '2026-01-01', to: '2026-01-31', serviceId: audit })).toBe(2);
  });

  it('shows people what is in their scope, and values only with a permission that shows money', async () => {
    expect((await funnel({}, crm)).total).toMatchObject({
      enquiries: 3,
      values: [{ currency: 'EUR', amount: 1_570, won: 1_500 }],
    });
    const mover = await api.as({ keys: ['enquiries.update_status'] });
    expect((await funnel({}, mover)).total).toMatchObject({ enquiries: 5, values: [] });
    const other = await api.as({ userType: 'crm' });
    expect((await funnel({}, other)).total.enquiries).toBe(0);
    const backwards = { from: '2026-02-01', to: '2026-01-01' };
    expect((await admin.refused(enquiryFunnel.list, { filter: backwards })).errors).toHaveProperty([
      'filter.to',
    ]);
  });

  it('is exported with its values on a sheet of their own', async () => {
    const file = await admin.inject({
      url: '/api/v1/enquiry-funnel/export?format=csv&filter[from]=2026-01-01&filter[to]=2026-12-31',
    });
    const [head, january] = file.body.replace('\uFEFF', '').split('\r\n');
    expect(head).toContain('Month,Enquiries,Contacted,Qualified,Proposal sent');
    expect(january).toContain(
      '2026-01,3,3,2,2,0,2,1,66.7,Price: 1,"New: 2.7; Contacted: 4.5; Qualified: 13; On hold: 3"',
    );
  });
});
