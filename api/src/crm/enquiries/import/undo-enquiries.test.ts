import { deletedEnquiries } from '@daybook/contracts/crm/enquiries/deleted-enquiries';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { openEnquiryImports, standing } from '../../../../test/fixtures/enquiry-import-fixture.ts';
import type { EnquiryImports } from '../../../../test/fixtures/enquiry-import-fixture.ts';
import { newEnquiry } from '../../../../test/fixtures/enquiry-fixture.ts';

let { api, admin, upload, open, rowsOf, undone, imported, named, faultsOf } = {} as EnquiryImports;
beforeAll(async () => {
  ({ api, admin, upload, open, rowsOf, undone, imported, named, faultsOf } = await openEnquiryImports());
});
afterAll(() => api.stop());

describe('the undo of an import of enquiries', () => {
  const heads = ['Name', 'E-mail', 'Notes'];

  it('moves the enquiries to the bin that nobody used, and keeps the others', async () => {
    const done = await imported([
      heads,
      ['Untouched', 'u1@undo.example', 'Its own note'],
      ['Noted', 'u2@undo.example', ''],
      ['Moved', 'u3@undo.example', ''],
    ]);
    const noted = await named('u2@undo.example');
    await admin.call(enquiries.addNote, { id: noted.id, body: 'Rang' });
    const moved = await named('u3@undo.example');
    await admin.call(enquiries.move, { id: moved.id, to: 'contacted' }, { version: moved.version });
    expect(await undone(api, admin, done.id)).toMatchObject({ status: 'undone', undone: 1, kept: 2 });
    expect((await rowsOf(admin, done.id)).map(({ undo, undoReason }) => [undo, undoReason])).toEqual([
      ['undone', null],
      ['kept', 'Someone has used or changed it since'],
      ['kept', 'Someone has used or changed it since'],
    ]);
    const bin = await admin.call(deletedEnquiries.list, { q: 'u1@undo.example' });
    expect(bin.rows).toMatchObject([{ name: 'Untouched' }]);
    expect((await admin.refused(enquiryImports.undo, { id: done.id })).code).toBe('IMPORT_NOT_UNDONE');
  });

  it('leaves a value alone that the importer did not see', async () => {
    const value = { expectedValue: 70_000, currency: 'EUR' };
    const { id, no } = await admin.call(enquiries.create, { ...newEnquiry(), ...value });
    const clerk = await api.as({
      userType: 'manager',
      scope: 'all',
      keys: ['enquiries.add', 'enquiries.edit'],
    });
    const rows = [
      ['Enquiry number', 'Company'],
      [no, 'Unseen'],
    ];
    const done = await imported(rows, {}, clerk);
    expect(await admin.call(enquiries.open, { id })).toMatchObject({ company: 'Unseen', ...value });
    expect(await undone(api, admin, done.id)).toMatchObject({ undone: 1 });
    expect(await admin.call(enquiries.open, { id })).toMatchObject({ company: null, ...value });
    const amount = [
      ['Enquiry number', 'Expected value', 'Currency'],
      [no, '1', 'EUR'],
    ];
    expect(await faultsOf(clerk, amount)).toEqual([['expectedValue PERM_DENIED']]);
  });
});

describe('someone with a narrow scope', () => {
  it('imports enquiries for themselves only, and finds nobody else’s', async () => {
    const other = await admin.call(enquiries.create, newEnquiry());
    const rose = await api.as({ userType: 'crm', scope: 'own', name: 'Narrow', keys: ['enquiries.add'] });
    const heads = ['Enquiry number', 'Name', 'E-mail', 'Owner', 'Stage'];
    const rows = [
      heads,
      [other.no, 'Taken', '', '', ''],
      ['', 'For another', 'n1@narrow.example', 'Ada Admin', ''],
      ['', 'For myself', 'n2@narrow.example', '', ''],
      ['', 'Moved', 'n3@narrow.example', 'Narrow', 'Contacted'],
    ];
    expect(await faultsOf(rose, rows)).toEqual([
      ['no NOT_FOUND'],
      ['owner REFERENCE_UNKNOWN'],
      [],
      ['status PERM_DENIED'],
    ]);
    const given = { ...standing, ownerId: admin.id };
    const { id, columns } = await upload(rose, Buffer.from('Name,E-mail\r\na,a@narrow.example'));
    const refused = await rose.refused(enquiryImports.check, { id, columns, rules: given });
    expect(refused.errors).toMatchObject({ 'rules.ownerId': [{ code: 'REFERENCE_UNKNOWN' }] });

    await imported(rows, {}, rose);
    const mine = (await rose.call(enquiries.list, {})).rows;
    expect(mine).toMatchObject([{ name: 'For myself', owner: { id: rose.id } }]);
    // The same enquiry changes only with the permission to edit.
    const change = [heads.slice(0, 2), [mine[0]?.no ?? '', 'Changed']];
    expect(await faultsOf(rose, change)).toEqual([['no PERM_DENIED']]);
  });

  it('opens only their own imports, and none without the permission to add enquiries', async () => {
    const keys = ['enquiries.add'] as const;
    const [one, two] = [
      await api.as({ keys: [...keys], userType: 'manager' }),
      await api.as({ keys: [...keys], userType: 'manager' }),
    ];
    const { id } = await upload(one, Buffer.from('Name,E-mail\r\na,a@a.example'));
    expect((await two.refused(enquiryImports.open, { id })).code).toBe('NOT_FOUND');
    expect(await open(admin, id)).toMatchObject({ id });
    const clerk = await api.as({ userType: 'manager', keys: ['enquiries.edit'] });
    expect((await clerk.refused(enquiryImports.open, { id })).httpStatus).toBe(403);
  });
});
