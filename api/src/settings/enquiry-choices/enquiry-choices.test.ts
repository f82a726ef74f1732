import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import {
  enquirySources,
  lostReasons,
  usualLostReasons,
  usualSources,
} from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { uuidv7 } from 'uuidv7';
import { lostReasonId, sourceId } from '../../../test/fixtures/enquiry-choices.ts';
import { newEnquiry } from '../../../test/fixtures/enquiry-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ keys: ['setting'] });
  owner = await api.as({ userType: 'crm' });
});
afterAll(() => api.stop());

const sources = () => owner.call(enquirySources.list, {});

describe('sources and lost reasons', () => {
  it('begin with the usual entries, which have no name of their own', async () => {
    expect((await sources()).map(({ usual, name, active }) => [usual, name, active])).toEqual(
      usualSources.map((usual) => [usual, null, true]),
    );
    const reasons = await admin.call(lostReasons.list, {});
    expect(reasons.map(({ id, usual }) => [id, usual])).toEqual(
      usualLostReasons.map((usual) => [lostReasonId(usual), usual]),
    );
  });

  it('are added, renamed, ordered and deactivated', async () => {
    const fair = await admin.call(enquirySources.create, { name: 'Trade fair' });
    const twin = await admin.refused(enquirySources.create, { name: 'trade FAIR' });
    expect(twin).toMatchObject({ code: 'ALREADY_EXISTS', errors: { name: [{ code: 'ALREADY_EXISTS' }] } });
    const web = { id: sourceId('web'), name: 'Our site', active: true };
    expect(await admin.call(enquirySources.edit, web, { version: 1 })).toMatchObject({
      name: 'Our site',
      usual: 'web',
      version: 2,
    });
    expect(
      (await admin.refused(enquirySources.edit, { ...web, name: 'Web' }, { version: 1 })).httpStatus,
    ).toBe(412);
    const nameless = { id: fair.id, name: null, active: true };
    expect((await admin.refused(enquirySources.edit, nameless, { version: 1 })).errors).toMatchObject({
      name: [{ code: 'REQUIRED' }],
    });
    const ids = (await sources()).map(({ id }) => id);
    expect(ids.at(-1)).toBe(fair.id);
    const turned = await admin.call(enquirySources.order, { ids: ids.toReversed() });
    expect(turned.map(({ id }) => id)).toEqual(ids.toReversed());
    // Somebody added an entry in the meantime, or one is named twice.
    for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1] ?? '']])
      expect((await admin.refused(enquirySources.order, { ids: wrong })).code).toBe('VERSION_CONFLICT');
  });

  it('keep a deactivated entry on enquiries that have it, and offer it to no other', async () => {
    const made = await owner.call(enquiries.create, { ...newEnquiry(), sourceId: sourceId('call') });
    await admin.call(
      enquirySources.edit,
      { id: sourceId('call'), name: null, active: false },
      { version: 1 },
    );
    const asked = { ...newEnquiry(), sourceId: sourceId('call') };
    expect((await owner.refused(enquiries.create, asked)).errors).toMatchObject({
      sourceId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    const edited = await owner.call(enquiries.edit, { ...asked, id: made.id, name: 'Lucy' }, { version: 1 });
    expect(edited).toMatchObject({ name: 'Lucy', source: { usual: 'call' } });
  });

  it('keep one active entry, whoever deactivates two at once', async () => {
    const reasons = await admin.call(lostReasons.list, {});
    const rest = reasons.slice(2);
    for (const { id, version } of rest)
      await admin.call(lostReasons.edit, { id, name: null, active: false }, { version });
    const outcomes = await Promise.all(
      reasons.slice(0, 2).map(({ id, version }) =>
        admin.inject({
          method: 'PATCH',
          url: `/api/v1/lost-reasons/${id}`,
          headers: { 'if-match': String(version), 'idempotency-key': uuidv7() },
          payload: { name: null, active: false },
        }),
      ),
    );
    expect(outcomes.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = outcomes.find(({ statusCode }) => statusCode === 400);
    expect(refused?.json()).toMatchObject({ errors: { active: [{ code: 'LAST_ACTIVE' }] } });
    expect((await admin.call(lostReasons.list, {})).filter(({ active }) => active)).toHaveLength(1);
  });

  it('are changed only by people with the permission of settings', async () => {
    expect((await owner.refused(enquirySources.create, { name: 'X' })).httpStatus).toBe(403);
  });
});
