import { enquiryForm } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import { languages } from '@daybook/contracts/fields';
import { textsOf } from '@daybook/contracts/server-texts';
import { mina, startEnquiryForm } from '../../../test/fixtures/enquiry-form-fixture.ts';
import { allBut } from '../../../test/test-api.ts';
import { timeProof } from './page-time.ts';

let fixture: Awaited<ReturnType<typeof startEnquiryForm>>;
beforeAll(async () => {
  fixture = await startEnquiryForm();
});
afterAll(() => fixture.api.stop());
beforeEach(() => fixture.laterOn());

const texts = textsOf('enquiryForm');
const countOf = async () => (await fixture.rows('select count(*)::int as n from enquiry'))[0]?.['n'];

describe('the settings of the enquiry form', () => {
  it('are off at first, and need the permission for settings', async () => {
    const { api, rows, save, page } = fixture;
    const [first] = await rows(
      `select body -> 'after' as made from audit_event where entity = 'enquiry_form' order by id limit 1`,
    );
    expect(first).toMatchObject({ made: { active: false } });
    await save({ active: false });
    expect((await page()).statusCode).toBe(404);
    expect((await page('/enquire/logo')).statusCode).toBe(404);
    expect((await fixture.send(mina)).statusCode).toBe(404);
    await save();
    const other = await api.as({ keys: allBut('setting') });
    expect(await other.refused(enquiryForm.open, {})).toMatchObject({ code: 'PERM_DENIED' });
  });

  it('are refused on the field that is wrong', async () => {
    const { admin, owner, entityId } = fixture;
    const { version } = await admin.call(enquiryForm.open, {});
    const whole = {
      active: true,
      entityId,
      serviceIds: [],
      consent: {},
      origins: [],
      ownerRule: 'fixed' as const,
      ownerId: owner.id,
      ownerIds: [],
    };
    const errorsOf = async (change: object) =>
      (await admin.refused(enquiryForm.save, { ...whole, ...change }, { version })).errors;
    expect(await errorsOf({ entityId: null, ownerId: null, ownerRule: 'round_robin' })).toEqual({
      entityId: [{ code: 'REQUIRED' }],
      ownerId: [{ code: 'REQUIRED' }],
      ownerIds: [{ code: 'REQUIRED' }],
    });
    expect(await errorsOf({ ownerIds: [entityId], serviceIds: [owner.id] })).toEqual({
      ownerIds: [{ code: 'REFERENCE_UNKNOWN' }],
      serviceIds: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    for (const origin of [
      'https://a.example/page',
      'javascript:alert(1)',
      '*',
      "https://a.example 'self'",
      'https://a.example; x',
      'https://a.example;sandbox',
      'https://a.example,b.example',
      'https://*.example',
    ])
      expect([origin, await errorsOf({ origins: [origin] })]).toEqual([
        origin,
        { origins: [{ code: 'ORIGIN_INVALID' }] },
      ]);
  });
});

describe('the page of the enquiry form', () => {
  it.each(languages)('speaks %s by the browser or by choice, and names the firm', async (lang) => {
    const { page } = fixture;
    const { title, send } = texts[lang];
    for (const { body } of [
      await page('/enquire', { 'accept-language': lang }),
      await page(`/enquire?lang=${lang}`),
    ]) {
      expect(body).toContain(`<html lang="${lang}"`);
      expect(body).toContain(`<h1>${title}</h1>`);
      expect(body).toContain(`<button>${send}</button>`);
      expect(body).toContain('Hartmann &amp; Fils');
      expect(body).toContain(lang === 'fr' ? 'Vous pouvez me répondre.' : 'You may answer me.');
      expect(body).toContain('Payroll');
    }
    expect((await page(`/enquire/sent?lang=${lang}`)).body).toContain(texts[lang].sent);
  });

  it('loads no script, sets no cookie, and allows nothing but itself', async () => {
    const { page, send } = fixture;
    for (const { headers, body } of [
      await page(),
      await page('/enquire/sent'),
      await send({ ...mina, name: '' }),
    ]) {
      expect(body).not.toMatch(/<script|javascript:|https?:\/\/| on\w+=/i);
      expect(headers['set-cookie']).toBeUndefined();
      const [sheet] = /'sha256-[\w+/=]+'/.exec(String(headers['content-security-policy'])) ?? [];
      expect(String(headers['content-security-policy']).split(';')).toEqual([
        "default-src 'none'",
        `style-src ${sheet}`,
        "img-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]);
      expect(headers).toMatchObject({
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('can be shown in a frame only by the allowed sites, and no other page can', async () => {
    const { page, save, api } = fixture;
    const { origins } = await save({
      origins: [
        'https://WWW.Example.com/',
        'http://localhost:8080',
        'https://bücher.example',
        'http://[::1]',
      ],
    });
    expect(origins).toEqual([
      'https://www.example.com',
      'http://localhost:8080',
      'https://xn--bcher-kva.example',
      'http://[::1]',
    ]);
    for (const { headers } of [await page(), await page('/enquire/sent')]) {
      expect(headers['content-security-policy']).toContain(
        'frame-ancestors https://www.example.com http://localhost:8080',
      );
      expect(headers['x-frame-options']).toBeUndefined();
    }
    const { headers } = await api.app.inject('/api/v1/auth/setup');
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    await save();
  });

  it('keeps what was typed and says at the field what is wrong', async () => {
    const { send, serviceId } = fixture;
    const before = await countOf();
    const typed = {
      name: '"><b>Mina',
      phone: '01 23 45',
      message: '</textarea><script>',
      service: serviceId,
    };
    const { statusCode, body } = await send(typed, { lang: 'en' });
    expect(statusCode).toBe(422);
    expect(body).toContain(texts.en.refused);
    expect(body).toContain(`<span class="fault" id="phone-fault">${texts.en.fault.PHONE_E164}</span>`);
    expect(body).toContain(
      `<span class="fault" id="consent-fault">${texts.en.fault.CONSENT_REQUIRED}</span>`,
    );
    expect(body).toContain('value="&quot;&gt;&lt;b&gt;Mina"');
    expect(body).toContain('&lt;/textarea&gt;&lt;script&gt;</textarea>');
    expect(body).toMatch(new RegExp(`value="${serviceId}"\\s+checked`));
    expect(body).toMatch(/aria-invalid="true" autofocus/);
    const unreachable = await send({ name: 'Mina', message: 'Hello', consent: 'yes' }, { lang: 'ja' });
    expect(unreachable.body).toContain(texts.ja.fault.EMAIL_OR_PHONE);
    expect(await countOf()).toBe(before);
  });
});

it('keeps what was typed when the server cannot store it', async () => {
  const { send, rows } = fixture;
  const before = await countOf();
  await rows(`alter table enquiry_note add constraint fails check (body not like 'Unlucky%') not valid`);
  const typed = { ...mina, email: 'unlucky@carfax.example', message: 'Unlucky words' };
  const { statusCode, body } = await send(typed, { lang: 'en' });
  await rows('alter table enquiry_note drop constraint fails');
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(body).toContain(texts.en.notSent);
  expect(body).toContain('Unlucky words</textarea>');
  expect(await countOf()).toBe(before);
  const [, proof = ''] = /name="proof" value="([^"]+)"/.exec(body) ?? [];
  expect((await send(typed, { proof })).statusCode).toBe(303);
});

const away = async ({ rows }: Pick<typeof fixture, 'rows'>, work: () => Promise<void>) => {
  await rows('alter table enquiry_form rename to away');
  try {
    await work();
  } finally {
    await rows('alter table away rename to enquiry_form');
  }
};

describe('while the database cannot be reached', () => {
  const typed = { ...mina, email: 'far@carfax.example', message: 'Far away', phone: '+33 1 23 45 67 89' };

  it('the form keeps what was typed and chosen, and says in the visitor’s language to try again', async () => {
    const { send, page, serviceId } = fixture;
    await page();
    const before = await countOf();
    let proof = '';
    await away(fixture, async () => {
      const { statusCode, body } = await send({ ...typed, service: serviceId }, { lang: 'fr' });
      expect(statusCode).toBeGreaterThanOrEqual(500);
      expect(body).toContain(texts.fr.notSent);
      expect(body).toContain('Far away</textarea>');
      expect(body).toContain('value="+33 1 23 45 67 89"');
      expect(body).toMatch(new RegExp(`value="${serviceId}"\\s+checked`));
      [, proof = ''] = /name="proof" value="([^"]+)"/.exec(body) ?? [];
    });
    expect(await countOf()).toBe(before);
    expect((await send({ ...typed, service: serviceId }, { proof })).statusCode).toBe(303);
  });

  it('a server that has not shown the form before keeps them too', async () => {
    const fresh = await startEnquiryForm();
    const { send, serviceId, api } = fresh;
    await away(fresh, async () => {
      const { body } = await send({ ...typed, service: serviceId }, { lang: 'ja' });
      expect(body).toContain(texts.ja.notSent);
      expect(body).toContain('Far away</textarea>');
      expect(body).toContain(`<input type="hidden" name="service" value="${serviceId}" />`);
      expect(body).toContain('<input type="hidden" name="consent" value="yes" />');
    });
    await api.stop();
  });
});

describe('the enquiry form believes in people', () => {
  it('and asks kindly for a second press when the first was too quick, too late, or forged', async () => {
    const { send, page, api } = fixture;
    const before = await countOf();
    const [, quick = ''] = /name="proof" value="([^"]+)"/.exec((await page()).body) ?? [];
    const old = timeProof(api.app.secretBox, Date.now() - 25 * 3_600_000);
    for (const [proof, notice] of [
      [quick, 'checkAgain'],
      [old, 'tooOld'],
      ['forged', 'tooOld'],
      ['', 'tooOld'],
    ] as const) {
      const { statusCode, body } = await send(mina, { proof, lang: 'en' });
      expect([statusCode, body.includes(texts.en[notice])]).toEqual([422, true]);
      expect(body).toContain('We need somebody for our payroll.');
    }
    expect(await countOf()).toBe(before);
    const [, renewed = ''] =
      /name="proof" value="([^"]+)"/.exec((await send(mina, { proof: old })).body) ?? [];
    expect((await send(mina, { proof: renewed })).headers['location']).toBe('/enquire/sent?lang=en');
    expect(await countOf()).toBe(Number(before) + 1);
  });

  it('and lets programs that fill in every field believe that they succeeded', async () => {
    const before = await countOf();
    const { statusCode, headers } = await fixture.send({
      ...mina,
      email: 'bot@spam.example',
      website: 'https://spam.example',
    });
    expect([statusCode, headers['location']]).toEqual([303, '/enquire/sent?lang=en']);
    expect(await countOf()).toBe(before);
  });

  it('and takes the longest message in any language, at most 64 KB, and a form only', async () => {
    const { api, send } = fixture;
    // Each character is nine bytes in what a browser sends.
    expect((await send({ ...mina, message: 'あ'.repeat(4_000) })).statusCode).toBe(303);
    expect((await send({ ...mina, message: 'x'.repeat(66_000) })).statusCode).toBe(413);
    const json = await api.app.inject({ method: 'POST', url: '/enquire', payload: mina });
    expect([json.statusCode, json.headers['content-type']]).toEqual([415, 'text/html; charset=utf-8']);
  });
});
