import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import {
  enquiryStatuses,
  movesOf,
  openEnquiryStatuses,
} from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { EnquiryStatus } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { lostReasonId } from '../../../test/fixtures/enquiry-choices.ts';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let crm: Caller;
let entityId: string;
let asClient: Awaited<ReturnType<typeof startEnquiries>>['asClient'];

beforeAll(async () => {
  ({ api, admin, crm, entityId, asClient } = await startEnquiries());
});
afterAll(() => api.stop());

/** An enquiry in a status that the test sets directly, to try its moves from there. */
async function enquiryIn(status: EnquiryStatus, heldStatus: EnquiryStatus | null = null) {
  const made = await admin.call(enquiries.create, newEnquiry());
  const convertedClientId = status === 'won' ? await makeClient(api.db, { entityId, crmId: crm.id }) : null;
  await api.db
    .updateTable('enquiry')
    .set({
      status,
      heldStatus,
      convertedClientId,
      lostReasonId: status === 'lost' ? lostReasonId('price') : null,
    })
    .where('id', '=', made.id)
    .execute();
  return made;
}

/** `done`, or the code of the refusal. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
  );

describe('an enquiry', () => {
  const states: { status: EnquiryStatus; heldStatus: EnquiryStatus | null }[] = [
    ...enquiryStatuses
      .filter((status) => status !== 'on_hold')
      .map((status) => ({ status, heldStatus: null })),
    ...openEnquiryStatuses.map((heldStatus) => ({ status: 'on_hold' as const, heldStatus })),
  ];

  it.each(states)('leaves $status (held from $heldStatus) only by the declared moves', async (state) => {
    const { status, heldStatus } = state;
    const declared = new Set(movesOf(status, heldStatus).map((move) => `${move.to} by ${move.by}`));
    const isDone = (move: string) => (declared.has(move) ? 'done' : 'STATE_NOT_ALLOWED');
    const outcomes: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const to of enquiryStatuses) {
      const { id } = await enquiryIn(status, heldStatus);
      const move = admin.call(
        enquiries.move,
        { id, to, lostReasonId: lostReasonId('price'), nextActionOn: '2026-05-01' },
        { version: 1 },
      );
      outcomes[to] = await outcomeOf(move);
      expected[to] = isDone(`${to} by enquiries.update_status`);
      const after = await admin.call(enquiries.open, { id });
      const hasMoved = outcomes[to] === 'done';
      expect(after).toMatchObject({ status: hasMoved ? to : status, version: hasMoved ? 2 : 1 });
    }
    const converted = await enquiryIn(status, heldStatus);
    const convert = admin.call(enquiries.convert, { id: converted.id, client: asClient() }, { version: 1 });
    outcomes['convert'] = await outcomeOf(convert);
    // A won enquiry answers with its client again.
    expected['convert'] = status === 'won' ? 'done' : isDone('won by enquiries.convert');
    const removed = await enquiryIn(status, heldStatus);
    outcomes['remove'] = await outcomeOf(admin.call(enquiries.remove, { id: removed.id }, { version: 1 }));
    expected['remove'] = status === 'won' ? 'STATE_NOT_ALLOWED' : 'done';
    expect(outcomes).toEqual(expected);
  });

  it('is lost with a reason, and reopened with a next action', async () => {
    const made = await admin.call(enquiries.create, newEnquiry());
    const silent = await admin.refused(enquiries.move, { id: made.id, to: 'lost' }, { version: 1 });
    expect(silent.errors).toMatchObject({ lostReasonId: [{ code: 'REQUIRED' }] });
    const lost = await admin.call(
      enquiries.move,
      { id: made.id, to: 'lost', lostReasonId: lostReasonId('price'), lostNote: 'Twice our budget' },
      { version: 1 },
    );
    expect(lost).toMatchObject({
      status: 'lost',
      lostReason: { id: lostReasonId('price'), name: null, usual: 'price' },
      lostNote: 'Twice our budget',
      nextActionOn: null,
    });
    const undated = await admin.refused(enquiries.move, { id: made.id, to: 'contacted' }, { version: 2 });
    expect(undated.errors).toMatchObject({ nextActionOn: [{ code: 'REQUIRED' }] });
    const again = { id: made.id, to: 'contacted' as const, nextActionOn: '2026-06-01' };
    expect(await admin.call(enquiries.move, again, { version: 2 })).toMatchObject({
      status: 'contacted',
      lostReason: null,
      lostNote: null,
    });
    expect(await admin.refused(enquiries.move, again, { version: 2 })).toMatchObject({ httpStatus: 412 });
  });
});
