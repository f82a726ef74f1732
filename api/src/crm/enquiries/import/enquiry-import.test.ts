import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { openEnquiryImports, standing } from '../../../../test/fixtures/enquiry-import-fixture.ts';
import type { EnquiryImports } from '../../../../test/fixtures/enquiry-import-fixture.ts';
import { newEnquiry } from '../../../../test/fixtures/enquiry-fixture.ts';

let { api, admin, crm, asClient, upload, dryRun, rowsOf, runWhole, undone, imported, named, faultsOf } =
  {} as EnquiryImports;
beforeAll(async () => {
  ({ api, admin, crm, asClient, upload, dryRun, rowsOf, runWhole, undone, imported, named, faultsOf } =
    await openEnquiryImports());
});
afterAll(() => api.stop());

const all = [
  ['Date', 'Name', 'Company', 'E-mail', 'Phone', 'Country', 'Tax number', 'Source', 'Owner', 'Stage'],
  [
    'In this stage since',
    'Reason it was lost',
    'Next action',
    'Services',
    'Expected value',
    'Currency',
    'Notes',
  ],
].flat();

describe('an import of enquiries', () => {
  it('makes enquiries with all their fields, at their stage, and with a note', async () => {
    const done = await imported([
      all,
      [
        [
          '2026-03-02',
          'Jonathan Harker',
          'Carfax Estates',
          'jonathan@carfax.example',
          '01 23 45 67 89',
          'FR',
        ],
        ['fr 123-456', 'Call', 'Rose Manager', 'Qualified', '2026-03-20', '', '2026-04-10', 'Audit; Payroll'],
        ['1,250.50', 'EUR', 'Met at the fair'],
      ].flat(),
      [
        ['2026-03-03', 'Lucy Westenra', '', 'lucy@hillingham.example', '', '', '', 'Walk-in', '', 'Lost'],
        ['', 'Price', '', '', '', 'EUR', ''],
      ].flat(),
    ]);
    expect(done).toMatchObject({ status: 'done', outcomes: { made: 2, refused: 0 } });
    expect(await named('Carfax Estates')).toMatchObject({
      enquiryDate: '2026-03-02',
      name: 'Jonathan Harker',
      phone: '+33123456789',
      taxId: 'FR123456',
      source: { usual: 'call' },
      owner: { label: 'Rose Manager' },
      status: 'qualified',
      statusSince: '2026-03-20',
      nextActionOn: '2026-04-10',
      services: [{ label: 'Audit' }, { label: 'Payroll' }],
      expectedValue: 125_050,
      currency: 'EUR',
      notes: [{ body: 'Met at the fair' }],
    });
    const lost = await named('Lucy');
    expect(lost).toMatchObject({ status: 'lost', lostReason: { usual: 'price' }, nextActionOn: null });
    expect(lost).toMatchObject({ owner: { label: 'Ada Admin' }, expectedValue: null, currency: null });
    const told = await api.db
      .selectFrom('notification')
      .select(['kind', 'params'])
      .where('userId', '=', crm.id)
      .execute();
    expect(told).toMatchObject([{ kind: 'enquiries_assigned', params: { count: 1 } }]);
  });

  it('finds its columns and words in four languages', async () => {
    const heads = [
      ['Nom', 'Société', 'Courriel', 'Origine', 'Étape', 'Prochaine action'],
      ['名前', '会社名', 'メール', '問い合わせ経路', '段階', '次回対応日'],
      ['姓名', '公司', '邮箱', '来源', '阶段', '下次跟进'],
    ];
    for (const headings of heads) {
      const { columns } = await upload(admin, Buffer.from(`${headings.join(',')}\r\na,b,c,d,e,f`));
      expect(columns).toEqual(['name', 'company', 'email', 'source', 'status', 'nextActionOn']);
    }
    const words = [heads[0] ?? [], ['Mina', '', 'mina@whitby.example', 'Appel', '連絡済み', '2026-05-01']];
    expect((await imported(words)).outcomes).toMatchObject({ made: 1 });
    expect(await named('mina@whitby.example')).toMatchObject({
      source: { usual: 'call' },
      status: 'contacted',
    });
  });

  it('says what is wrong with a row, at its column', async () => {
    const heads = [
      'Name',
      'E-mail',
      'Source',
      'Owner',
      'Stage',
      'Expected value',
      'Enquiry number',
      'Referred by',
    ];
    const given = (...cells: string[]) => heads.map((_head, at) => cells[at] ?? '');
    expect(
      await faultsOf(admin, [
        heads,
        given('Nobody'),
        given('A', 'a@a.example', 'Nowhere', 'Nobody'),
        given('B', 'b@b.example', '', '', 'Won'),
        given('C', 'c@c.example', '', '', 'Lost'),
        given('D', 'd@d.example', '', '', '', '100'),
        given('E', 'e@e.example', '', '', '', '', 'ENQ-1'),
        given('F', 'f@f.example', '', '', '', '', '', 'No client'),
        given('', 'g@g.example'),
      ]),
    ).toEqual([
      ['email EMAIL_OR_PHONE'],
      ['source REFERENCE_UNKNOWN', 'owner REFERENCE_UNKNOWN'],
      ['status WON_BY_CONVERSION'],
      ['lostReason REQUIRED'],
      ['currency REQUIRED'],
      ['no NUMBER_UNKNOWN'],
      ['referrer REFERENCE_UNKNOWN'],
      ['name REQUIRED'],
    ]);
    expect(await faultsOf(admin, [['Name'], ['H']], { sourceId: null, nextActionOn: null })).toEqual([
      ['nextActionOn REQUIRED', 'source REQUIRED', 'email EMAIL_OR_PHONE'],
    ]);
  });

  it('changes enquiries by number, one stage at a time, and shows each change', async () => {
    const before = await admin.call(enquiries.create, newEnquiry());
    const rows = (stage: string) => [
      ['Enquiry number', 'Company', 'Stage', 'Notes'],
      [before.no, 'Harker Ltd', stage, 'Called back'],
    ];
    expect(await faultsOf(admin, rows('Qualified'))).toEqual([['status STAGE_NOT_REACHED']]);
    const checked = await dryRun(admin, rows('Contacted'));
    const [row] = await rowsOf(admin, checked.id);
    expect(row?.changes.map(({ label, before: was, after }) => [label, was, after])).toEqual([
      ['Company', '', 'Harker Ltd'],
      ['Stage', 'New', 'Contacted'],
      ['Notes', '', 'Called back'],
    ]);
    await runWhole(api, admin, checked);
    expect(await admin.call(enquiries.open, { id: before.id })).toMatchObject({
      company: 'Harker Ltd',
      status: 'contacted',
      notes: [{ body: 'Called back' }],
    });
    const again = await dryRun(admin, rows('Contacted'));
    expect(again.counts).toMatchObject({ same: 1, changed: 0 });

    expect(await undone(api, admin, checked.id)).toMatchObject({ status: 'undone', undone: 1 });
    const back = await admin.call(enquiries.open, { id: before.id });
    expect(back).toMatchObject({ company: null, status: 'new', notes: [{ body: 'Called back' }] });
    const moves = await api.db
      .selectFrom('enquiryMove')
      .select(['toStatus', 'undone'])
      .where('enquiryId', '=', before.id)
      .orderBy('id')
      .execute();
    expect(moves).toEqual([
      { toStatus: 'new', undone: false },
      { toStatus: 'contacted', undone: true },
    ]);
  });

  it('keeps what an empty cell would empty, or clears it, and never turns a value into another currency', async () => {
    const value = { expectedValue: 50_000, currency: 'EUR' };
    const { id, no } = await admin.call(enquiries.create, { ...newEnquiry(), company: 'Kept', ...value });
    const empty = [
      ['Enquiry number', 'Company', 'Expected value', 'Currency'],
      [no, '', '', ''],
    ];
    expect((await imported(empty)).outcomes).toMatchObject({ same: 1 });
    const yen = [
      ['Enquiry number', 'Currency'],
      [no, 'JPY'],
    ];
    expect(await faultsOf(admin, yen)).toEqual([['expectedValue REQUIRED']]);
    expect((await imported(empty, { empty: 'clear' })).outcomes).toMatchObject({ changed: 1 });
    expect(await admin.call(enquiries.open, { id })).toMatchObject({
      company: null,
      expectedValue: null,
      currency: null,
    });
  });

  it('by e-mail means the enquiry that is in progress, and makes a new one for whoever was lost', async () => {
    const address = 'renfield@purfleet.example';
    const heads = ['Name', 'E-mail', 'Company'];
    await imported([heads, ['Renfield', address, '']], { by: 'email' });
    const first = await named(address);
    const changed = await dryRun(admin, [heads, ['Renfield', address, 'Purfleet']], {
      ...standing,
      by: 'email',
    });
    expect(changed.counts).toMatchObject({ changed: 1, new: 0 });
    const lost = { id: first.id, to: 'lost' as const, lostReasonId: '00000000-0000-7000-8000-000000000201' };
    await admin.call(enquiries.move, lost, { version: first.version });
    const made = await dryRun(admin, [heads, ['Renfield', address, 'Purfleet']], {
      ...standing,
      by: 'email',
    });
    expect(made.counts).toMatchObject({ new: 1, warned: 1 });
    expect((await rowsOf(admin, made.id))[0]?.warnings.map(({ code }) => code)).toContain(
      'ENQUIRY_SAME_EMAIL',
    );
    const twice = [heads, ['One', 'both@x.example', ''], ['Two', 'both@x.example', '']];
    expect(await faultsOf(admin, twice, { by: 'email' })).toEqual([[], ['email TWICE']]);
  });

  it('warns of who may have asked before, or be a client', async () => {
    await admin.call(clients.create, {
      ...asClient(),
      name: 'Seward Asylum',
      contacts: [{ name: 'John', email: 'john@seward.example', phone: '+442071234567' }],
    });
    await imported([
      ['Name', 'E-mail', 'Tax number'],
      ['Quincey', 'quincey@texas.example', 'US-777-888'],
    ]);
    const { id } = await dryRun(
      admin,
      [
        ['Name', 'Company', 'E-mail', 'Phone', 'Tax number'],
        ['Jack', 'SEWARD asylum', 'john@seward.example', '+44 20 7123 4567', ''],
        ['quincey', '', 'quincey@texas.example', '', 'US777888'],
        ['Quincey', '', 'other@texas.example', '', ''],
      ],
      standing,
    );
    const warned = (await rowsOf(admin, id)).map(({ warnings }) => warnings.map(({ code }) => code));
    expect(warned).toEqual([
      ['SAME_EMAIL', 'SAME_PHONE', 'SAME_NAME'],
      ['ENQUIRY_SAME_EMAIL', 'ENQUIRY_SAME_TAX_ID', 'ENQUIRY_SAME_NAME'],
      ['ENQUIRY_SAME_NAME', 'SAME_NAME_IN_FILE'],
    ]);
  });

  it('makes no second enquiry when the file comes again, unless the first is in the bin', async () => {
    const file = [
      ['Name', 'E-mail'],
      ['Arthur', 'arthur@ring.example'],
    ];
    expect((await imported(file)).outcomes).toMatchObject({ made: 1 });
    expect((await imported(file)).outcomes).toMatchObject({ made: 0, same: 1 });
    const { id, version } = await named('arthur@ring.example');
    await admin.call(enquiries.remove, { id }, { version });
    expect((await imported(file)).outcomes).toMatchObject({ made: 1 });
  });

  it('does what the person saw or nothing', async () => {
    const { id, no } = await admin.call(enquiries.create, newEnquiry());
    const rows = (company: string) => [
      ['Enquiry number', 'Company'],
      [no, company],
    ];
    const seen = await dryRun(admin, rows('First'));
    await imported(rows('Second'));
    const done = await runWhole(api, admin, seen);
    expect(done.outcomes).toMatchObject({ changed: 0, refused: 1 });
    expect(await admin.call(enquiries.open, { id })).toMatchObject({ company: 'Second' });
  });
});
