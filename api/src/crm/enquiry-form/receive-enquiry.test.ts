import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquirySources } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { notifications } from '@daybook/contracts/notifications';
import { textsOf } from '@daybook/contracts/server-texts';
import { lostReasonId } from '../../../test/fixtures/enquiry-choices.ts';
import { effort } from '../../../test/effort.ts';
import { newEnquiry } from '../../../test/fixtures/enquiry-fixture.ts';
import { mina, startEnquiryForm } from '../../../test/fixtures/enquiry-form-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';

let fixture: Awaited<ReturnType<typeof startEnquiryForm>>;
beforeAll(async () => {
  fixture = await startEnquiryForm();
});
afterAll(() => fixture.api.stop());
beforeEach(() => fixture.laterOn());

const mails = textsOf('mails');
const mailsTo = (recipient: string) =>
  fixture.rows('select subject, body from email_message where recipient = $1', [recipient]);
const enquiriesOf = async (q: string) => (await fixture.admin.call(enquiries.list, { q })).rows;
const only = async (q: string) => {
  const [row, ...others] = await enquiriesOf(q);
  if (row === undefined || others.length > 0) throw new Error(`${q} has not exactly one enquiry`);
  return fixture.admin.call(enquiries.open, { id: row.id });
};

describe('one person', () => {
  it('who sends fifty times in a minute makes one enquiry, one note and one mail', async () => {
    const { send, owner, serviceId } = fixture;
    const fields = { ...mina, phone: '+33 1 23 45 67 89', service: serviceId };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const { email, phone, ...rest } = fields;
        // By the address, by the number, or by both, in any spelling.
        const reached = [
          { email: email.toUpperCase(), phone },
          { email, phone: '+33123456789' },
        ][n % 2];
        return send({ ...rest, ...reached }, { lang: 'fr' });
      }),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
    expect(await only('mina@carfax')).toMatchObject({
      status: 'new',
      source: { usual: 'web' },
      name: 'Mina Harker',
      email: 'mina@carfax.example',
      phone: '+33123456789',
      owner: { id: owner.id },
      services: [{ id: serviceId }],
      notes: [
        {
          by: null,
          body: 'We need somebody for our payroll.',
          form: {
            language: 'fr',
            name: 'Mina Harker',
            company: null,
            email: 'mina@carfax.example',
            phone: '+33123456789',
            services: ['Payroll'],
            consent: 'Vous pouvez me répondre.',
          },
        },
      ],
    });
    const [mail, ...others] = await mailsTo('mina@carfax.example');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: mails.fr.enquiryReceived.subject });
    expect(mail?.['body']).not.toContain('Mina');
    const { rows: told } = await owner.call(notifications.list, {});
    expect(told.map(({ kind }) => kind)).toEqual(['enquiry_assigned']);
  });

  it('who writes again is a note on their open enquiry, and its owner is told', async () => {
    const { send, owner, laterOn } = fixture;
    await send({ ...mina, name: 'Jon', email: 'jon@kruger.example', message: 'First' });
    await send({ ...mina, name: 'Jon', email: 'jon@kruger.example', message: 'A correction' });
    await laterOn();
    await send({
      ...mina,
      name: 'Jonathan',
      email: 'jon@kruger.example',
      phone: '+441132960000',
      message: 'Are you there?',
    });
    const { notes } = await only('jon@kruger');
    expect(notes.map(({ body }) => body)).toEqual(['Are you there?', 'A correction', 'First']);
    expect(notes[0]?.form).toMatchObject({
      name: 'Jonathan',
      email: 'jon@kruger.example',
      phone: '+441132960000',
    });
    const { rows: told } = await owner.call(notifications.list, {});
    expect(told.map(({ kind }) => kind).filter((kind) => kind === 'enquiry_continued')).toHaveLength(2);
    // The correction came within ten minutes.
    expect(await mailsTo('jon@kruger.example')).toHaveLength(2);
  });

  it('whose enquiry is over begins a new one', async () => {
    const { send, laterOn, admin } = fixture;
    await send({ ...mina, email: 'lucy@hillingham.example' });
    const { id, version } = await only('lucy@hillingham');
    await admin.call(enquiries.move, { id, to: 'lost', lostReasonId: lostReasonId('price') }, { version });
    await laterOn();
    await send({ ...mina, email: 'lucy@hillingham.example' });
    expect((await enquiriesOf('lucy@hillingham')).map(({ status }) => status)).toEqual(['new', 'lost']);
  });

  it('whose enquiry was deleted begins a new one at once, and one that was merged goes on as the other', async () => {
    const { send, admin, api } = fixture;
    const sent = (message: string) => send({ ...mina, email: 'arthur@holmwood.example', message });
    await sent('First');
    const deleted = await only('arthur@holmwood');
    await admin.call(enquiries.remove, { id: deleted.id }, { version: deleted.version });
    // Both are one again, whichever comes first.
    await Promise.all([sent('Second'), sent('Third')]);
    const { id: otherId, version: otherVersion, notes } = await only('arthur@holmwood');
    expect(new Set(notes.map(({ body }) => body))).toEqual(new Set(['Second', 'Third']));
    const keeper = await api.as({ userType: 'crm', name: 'Keeper' });
    const kept = await admin.call(enquiries.create, { ...newEnquiry(), ownerId: keeper.id });
    await admin.call(enquiries.merge, { id: kept.id, otherId, otherVersion }, { version: kept.version });
    await sent('Fourth');
    expect((await admin.call(enquiries.open, { id: kept.id })).notes).toHaveLength(3);
    const { rows: told } = await keeper.call(notifications.list, {});
    expect(told.map(({ kind }) => kind)).toEqual(['enquiry_continued', 'enquiry_assigned']);
  });

  it('gets through although the firm has deactivated the source of what comes from its website', async () => {
    const { send, admin } = fixture;
    const activate = async (active: boolean) => {
      const web = (await admin.call(enquirySources.list, {})).find(({ usual }) => usual === 'web');
      if (web === undefined) throw new Error('there is no such source');
      await admin.call(enquirySources.edit, { id: web.id, name: web.name, active }, { version: web.version });
    };
    await activate(false);
    const { headers } = await send({ ...mina, email: 'quincey@morris.example' }, { lang: 'en' });
    expect(headers['location']).toBe('/enquire/sent?lang=en');
    expect(await only('quincey@morris')).toMatchObject({ source: { usual: 'web' } });
    await activate(true);
  });

  it('is one in the database too, whatever the server does', async () => {
    const { api, rows, send } = fixture;
    const insert = `insert into enquiry_sender (sender, enquiry_id) select 'mail van@helsing.example', id from enquiry limit 1`;
    expect(await refusedInSql(api, [insert])).toBe('42501');
    await send({ ...mina, email: 'van@helsing.example' });
    await expect(rows(insert)).rejects.toMatchObject({ code: '23P01' });
  });
});

describe('a flood', () => {
  it('is held to the limit while another person gets through', async () => {
    const { send, rows } = fixture;
    const [posts, addresses] = [effort(400, 1_000), 50];
    const before = await rows('select id from enquiry');
    const answers = await Promise.all(
      Array.from({ length: posts }, (_, n) =>
        send({ ...mina, email: `flood.${n}@spam.example` }, { ip: `192.0.2.${n % addresses}` }),
      ),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length + answers.filter(({ statusCode }) => statusCode === 303).length).toBe(posts);
    const made = (await rows('select id from enquiry')).length - before.length;
    expect(made).toBe(posts - refused.length);
    // A hundred in the hour, the first of each address, and the few that come after a delay. A new hour may begin meanwhile.
    expect(made).toBeLessThan(250);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused[0]?.body).toContain('flood.');
    expect((await send({ ...mina, email: 'true@person.example' })).statusCode).toBe(303);
    await only('true@person');
  });

  it('of one address stops after a few, whatever address it claims to have', async () => {
    const { send } = fixture;
    const statuses = [];
    for (let n = 0; n < 16; n += 1)
      statuses.push(
        (
          await send(
            { ...mina, email: `n${n}@office.example` },
            { ip: '198.51.100.7', forwardedFor: `203.0.113.${n}` },
          )
        ).statusCode,
      );
    expect(statuses.slice(0, 5)).toEqual([303, 303, 303, 303, 303]);
    // Of a new hour too, if one begins meanwhile.
    expect(statuses).toContain(429);
  });

  it('fills nobody’s mailbox, from however many addresses it comes', async () => {
    const { send, laterOn, rows } = fixture;
    for (let n = 0; n < 5; n += 1) {
      await send({ ...mina, email: 'victim@mail.example', message: `Message ${n}` });
      await rows('delete from enquiry_sender');
    }
    expect((await mailsTo('victim@mail.example')).length).toBeLessThanOrEqual(4);
    await laterOn();
  });
});

/** The names of the people who get so many enquiries that come at once, and how many each. */
const ownersOf = async (count: number, fields: Record<string, string> = {}) => {
  const made = Array.from(
    { length: count },
    (_, n) => `p${n}.${count}.${Math.random().toString(36).slice(2)}@turn.example`,
  );
  await Promise.all(made.map((email) => fixture.send({ ...mina, ...fields, email })));
  const rows = await fixture.rows(
    'select app_user.name, count(*)::int as n from enquiry join app_user on app_user.id = owner_id where enquiry.email = any ($1) group by 1',
    [made],
  );
  return Object.fromEntries(rows.map(({ name, n }) => [String(name), n] as const));
};

describe('the owner', () => {
  it('is each of the chosen people in turn, even when many enquiries come at once, and nobody who is inactive', async () => {
    const { save, api, owner, head, rows } = fixture;
    const third = await api.as({ userType: 'executive', name: 'Tim' });
    await save({ ownerRule: 'round_robin', ownerIds: [owner.id, head.id, third.id] });
    expect(await ownersOf(30)).toEqual({ Rose: 10, Max: 10, Tim: 10 });
    await rows(`update app_user set status = 'deactivated' where id = $1`, [third.id]);
    expect(await ownersOf(20)).toEqual({ Rose: 10, Max: 10 });
  });

  it('is the head of the service’s department, or else the person who gets the others', async () => {
    const { save, serviceId, rows, head } = fixture;
    await save({ ownerRule: 'department' });
    expect(await ownersOf(1, { service: serviceId })).toEqual({ Max: 1 });
    expect(await ownersOf(1)).toEqual({ Rose: 1 });
    await rows(`update app_user set status = 'deactivated' where id = $1`, [head.id]);
    expect(await ownersOf(1, { service: serviceId })).toEqual({ Rose: 1 });
  });

  it('who has left hands an open enquiry on to whoever gets the new ones, when its person writes again', async () => {
    const { save, send, rows, api, owner } = fixture;
    const leaver = await api.as({ userType: 'crm', name: 'Leaver' });
    await save({ ownerId: leaver.id });
    await send({ ...mina, email: 'peter@hawkins.example', message: 'First' });
    await rows(`update app_user set status = 'deactivated' where id = $1`, [leaver.id]);
    await save({ ownerId: owner.id });
    await send({ ...mina, email: 'peter@hawkins.example', message: 'Is nobody there?' });
    const { id, owner: now } = await only('peter@hawkins');
    expect(now.id).toBe(owner.id);
    const { rows: told } = await owner.call(notifications.list, {});
    expect(told.flatMap(({ kind, record }) => (record?.id === id ? [kind] : []))).toEqual([
      'enquiry_continued',
      'enquiry_assigned',
    ]);
  });

  it('is a super admin where everybody who was chosen has left', async () => {
    const { save, rows, owner } = fixture;
    await save();
    await rows(`update app_user set status = 'deactivated' where id = $1`, [owner.id]);
    expect(await ownersOf(1)).toEqual({ Ada: 1 });
  });
});
