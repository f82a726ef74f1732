import { createTransport } from 'nodemailer';
import { uuidv7 } from 'uuidv7';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { jobs } from '@daybook/contracts/jobs/jobs';
import { followUpHistory } from '@daybook/contracts/receivables/follow-up/follow-up-history';
import { startRaising } from '../../../test/fixtures/price-rise-fixture.ts';
import type { Raising } from '../../../test/fixtures/price-rise-fixture.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { MailServer } from '../../../test/mail-server.ts';
import { sendDueMail } from '../../mail/send-mail.ts';

let firm: Raising;
let mailServer: MailServer;
let transport: Parameters<typeof sendDueMail>[1];
beforeAll(async () => {
  mailServer = await startMailServer();
  transport = createTransport(mailServer.url);
  firm = await startRaising({ env: { SMTP_URL: mailServer.url } });
});
afterAll(async () => {
  transport.close();
  await mailServer.stop();
  await firm.api.stop();
});

/** A client who is written to in a language, and pays by series. */
async function client(name: string, language: 'en' | 'fr' | 'ja' | 'zh', hasAddress = true): Promise<string> {
  const clientId = await firm.newClient();
  await firm.api.ownerPool.query('update client set name = $2, doc_locale = $3 where id = $1', [
    clientId,
    name,
    language,
  ]);
  if (!hasAddress) return clientId;
  const id = uuidv7();
  await firm.api.db
    .insertInto('contact')
    .values({ id, name: `Ms ${name}`, email: `${name.toLowerCase()}@acme.test` })
    .execute();
  await firm.api.db
    .insertInto('clientContact')
    .values({ clientId, contactId: id, no: 1, roles: ['billing'] })
    .execute();
  return clientId;
}

/** A rise of 5 % that was applied to one series of each client. */
async function raised(...clientIds: string[]) {
  const ids: string[] = [];
  for (const clientId of clientIds) ids.push((await firm.series({ clientId })).id);
  return firm.apply(await firm.plan({ ids }));
}
const textsOf = (id: string) => firm.admin.call(priceRises.letterTexts, { id });
const lettersOf = async (id: string) => (await firm.admin.call(priceRises.letters, { id })).rows;
const send = async ({ id }: { id: string }, change: object = {}) => {
  const { version } = await firm.admin.call(priceRises.open, { id });
  const texts = { ...(await textsOf(id)), ...change };
  const job = await firm.admin.call(priceRises.sendLetters, { id, texts }, { version });
  await firm.work(true);
  return job;
};
const deliver = () => sendDueMail(firm.api.db, transport, 'office@firm.test');
const receivedBy = (address: string) =>
  mailServer.received
    .filter(({ to }) => to.includes(address))
    .map(({ text }) => text.replaceAll('=\r\n', '').replaceAll(/\r\n/g, '\n'));

/** The plain text of a mail, whatever its encoding. */
function plainOf(source: string): string {
  const part = /Content-Type: text\/plain[\s\S]*?Content-Transfer-Encoding: ([\w-]+)\n\n([\s\S]*?)\n--/.exec(
    source,
  );
  const [, encoding, text = ''] = part ?? [];
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

describe('the letters of a price rise', () => {
  it('go to each client once, in its language, with all its prices in one, and name who has no address', async () => {
    const [ann, bel, chi, dan] = [
      await client('Ann', 'en'),
      await client('Bel', 'fr'),
      await client('Chi', 'ja'),
      await client('Dan', 'zh', false),
    ];
    const annAgain = await firm.series({
      clientId: ann,
      title: 'Payroll',
      lines: [firm.line('40', { description: 'Payroll {month}' })],
    });
    const ids = [annAgain.id];
    for (const clientId of [ann, bel, chi, dan]) ids.push((await firm.series({ clientId })).id);
    const rise = await firm.apply(await firm.plan({ ids }));
    expect(await lettersOf(rise.id)).toMatchObject([
      { client: { label: 'Ann' }, language: 'en', prices: 2, sentTo: ['ann@acme.test'], state: 'open' },
      { client: { label: 'Bel' }, language: 'fr', prices: 1, sentTo: ['bel@acme.test'], state: 'open' },
      { client: { label: 'Chi' }, language: 'ja', state: 'open' },
      { client: { label: 'Dan' }, language: 'zh', sentTo: [], state: 'open' },
    ]);
    const job = await send(rise, {
      en: { subject: 'News for {{client}}', body: 'Hello {{contact}}\n\n{{prices}}' },
    });
    expect(await firm.admin.call(jobs.open, job)).toMatchObject({ done: 3, refused: 1 });
    const refused = await firm.admin.call(jobs.items, { ...job, filter: { status: ['refused'] } });
    expect(refused.rows).toMatchObject([
      { subject: { client: 'Dan' }, refusal: { code: 'ADDRESSEE_REQUIRED' } },
    ]);
    expect(await deliver()).toBe(3);

    const [english = ''] = receivedBy('ann@acme.test');
    expect(english).toMatch(/^Subject: News for Ann$/m);
    expect(plainOf(english).trim()).toBe(
      [
        'Hello Ms Ann',
        '',
        'Prices in EUR, without tax',
        'Service · From · Until now, per invoice · New, per invoice',
        'Books · 1 July 2030 · €100.00 · €105.00',
        'Payroll · 1 July 2030 · €40.00 · €42.00',
      ].join('\n'),
    );
    expect(plainOf(receivedBy('bel@acme.test')[0] ?? '')).toContain(
      'À partir du 1 juillet 2030, les prix suivants changent.',
    );
    expect(plainOf(receivedBy('chi@acme.test')[0] ?? '')).toContain(
      '2030年7月1日 より、下記の料金を改定いたします。',
    );

    expect((await lettersOf(rise.id)).map(({ state, mail }) => [state, mail?.status])).toEqual([
      ['sent', 'delivered'],
      ['sent', 'delivered'],
      ['sent', 'delivered'],
      ['open', undefined],
    ]);
    // Once more: only the client who has not had it, now with an address.
    const id = uuidv7();
    await firm.api.db.insertInto('contact').values({ id, name: 'Mr Dan', email: 'dan@acme.test' }).execute();
    await firm.api.db.insertInto('clientContact').values({ clientId: dan, contactId: id, no: 1 }).execute();
    await send(rise);
    expect(await deliver()).toBe(1);
    expect(receivedBy('ann@acme.test')).toHaveLength(1);
    expect(plainOf(receivedBy('dan@acme.test')[0] ?? '')).toContain('以下价格将有变动');
    const { version } = await firm.admin.call(priceRises.open, { id: rise.id });
    expect(
      await firm.admin.refused(
        priceRises.sendLetters,
        { id: rise.id, texts: await textsOf(rise.id) },
        { version },
      ),
    ).toMatchObject({ errors: { id: [{ code: 'REQUIRED' }] } });
    const { rows } = await firm.admin.call(followUpHistory.list, { id: ann });
    expect(rows).toMatchObject([
      { kind: 'price_rise', document: { kind: 'client_mail', label: 'News for Ann' } },
    ]);
  });

  it('name what the client pays after the discount, of a subscription and of a series', async () => {
    const clientId = await client('Eva', 'en');
    const subscription = await firm.subscribe(await firm.sell({ name: 'Small firm' }), {
      clientId,
      discountPct: '10',
    });
    const own = subscription.series.find(({ kind }) => kind === 'invoice')?.id ?? '';
    const series = await firm.series({ clientId, discountPct: '2.5' });
    const rise = await firm.apply(await firm.plan({ ids: [own, series.id] }));
    await send(rise, { en: { subject: 'News', body: '{{prices}}' } });
    await deliver();
    const text = plainOf(receivedBy('eva@acme.test')[0] ?? '');
    expect(text.split('\n').slice(2).toSorted().filter(Boolean)).toEqual([
      'Books · 1 July 2030 · €97.50 · €102.37',
      'Small firm · 1 July 2030 · €225.00 · €236.25',
    ]);
  });

  it('show in advance what a client would read, and refuse a placeholder that they do not know', async () => {
    const clientId = await client('Eve', 'en');
    const rise = await raised(clientId);
    const texts = await textsOf(rise.id);
    const asked = { id: rise.id, clientId, entityId: firm.ids.entityId, texts };
    const preview = await firm.admin.call(priceRises.previewLetter, asked);
    expect(preview).toMatchObject({ language: 'en', sentTo: ['eve@acme.test'] });
    expect(preview.body).toContain('Dear Ms Eve,\n\nFrom 1 July 2030 the following prices change.');
    expect(preview.html).toContain('<td');
    const wrong = { ...texts, fr: { subject: 'Prix', body: '{{amount}}' } };
    expect(await firm.admin.refused(priceRises.previewLetter, { ...asked, texts: wrong })).toMatchObject({
      errors: { 'texts.fr.body': [{ code: 'PLACEHOLDER_UNKNOWN', params: { token: 'amount' } }] },
    });
  });

  it('are not sent of prices that were undone first; afterwards it is said who has had one', async () => {
    const [fay, gus] = [await client('Fay', 'en'), await client('Gus', 'en')];
    const rise = await raised(fay, gus, gus);
    const itemOf = async (clientId: string) =>
      (await firm.rowsOf(rise.id, { clientId, status: ['done'] }))[0]?.id ?? '';
    // The job is waiting when the only price of one client and one of the other's two are undone.
    const { version } = await firm.admin.call(priceRises.open, { id: rise.id });
    const job = await firm.admin.call(
      priceRises.sendLetters,
      { id: rise.id, texts: await textsOf(rise.id) },
      { version },
    );
    for (const clientId of [fay, gus])
      await firm.admin.call(priceRises.undoItem, { id: rise.id, itemId: await itemOf(clientId) });
    await firm.work(true);
    expect(await firm.admin.call(jobs.open, job)).toMatchObject({ done: 1, refused: 1 });
    await deliver();
    expect(receivedBy('fay@acme.test')).toEqual([]);
    expect(receivedBy('gus@acme.test')).toHaveLength(1);
    expect(await lettersOf(rise.id)).toMatchObject([
      { client: { label: 'Gus' }, state: 'sent', prices: 1, undone: 0 },
    ]);

    const undone = await firm.admin.call(priceRises.undoItem, { id: rise.id, itemId: await itemOf(gus) });
    expect(undone).toMatchObject({ status: 'undone', hasLetter: true });
    expect(await lettersOf(rise.id)).toMatchObject([
      { client: { label: 'Gus' }, state: 'sent', prices: 0, undone: 1 },
    ]);
    expect((await firm.rowsOf(rise.id, { clientId: fay }))[0]).toMatchObject({
      status: 'undone',
      hasLetter: false,
    });
  });

  it('are not sent of prices that nobody will pay, because the client or the package goes before', async () => {
    const [ivy, jon, kim] = [await client('Ivy', 'en'), await client('Jon', 'en'), await client('Kim', 'en')];
    const small = await firm.sell({ name: 'Ends in June' });
    const ends = await firm.subscribe(small, { clientId: jon });
    const stays = await firm.series({ clientId: kim });
    const endsToo = await firm.subscribe(small, { clientId: kim });
    const own = [ends, endsToo].flatMap(({ series }) => series.filter(({ kind }) => kind === 'invoice'));
    const gone = await firm.series({ clientId: ivy });
    const rise = await firm.apply(await firm.plan({ ids: [gone, stays, ...own].map(({ id }) => id) }));
    expect(rise).toMatchObject({ done: 4 });
    for (const { id } of [ends, endsToo]) {
      const { version } = await firm.admin.call(subscriptions.open, { id });
      await firm.admin.call(subscriptions.end, { id, on: '2030-06-30' }, { version });
    }
    await firm.admin.call(clients.deactivate, { id: ivy, reason: 'Left' }, { version: 1 });
    expect(await lettersOf(rise.id)).toMatchObject([{ client: { label: 'Kim' }, state: 'open', prices: 1 }]);
    await send(rise, { en: { subject: 'News', body: '{{prices}}' } });
    await deliver();
    expect([...receivedBy('ivy@acme.test'), ...receivedBy('jon@acme.test')]).toEqual([]);
    const [letter = ''] = receivedBy('kim@acme.test');
    expect(plainOf(letter)).toContain('Books · 1 July 2030 · €100.00 · €105.00');
    expect(plainOf(letter)).not.toContain('Ends in June');
  });

  it('wait for a mail server, and for the rise to be applied', async () => {
    const clientId = await client('Hal', 'en');
    const one = await firm.series({ clientId });
    const plan = await firm.plan({ ids: [one.id] });
    const texts = await textsOf(plan.id);
    expect(
      await firm.admin.refused(priceRises.sendLetters, { id: plan.id, texts }, { version: plan.version }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    const rise = await firm.apply(plan);
    const job = await firm.admin.call(
      priceRises.sendLetters,
      { id: rise.id, texts },
      { version: rise.version },
    );
    await firm.work(false);
    expect((await firm.admin.call(jobs.items, job)).rows).toMatchObject([
      { refusal: { code: 'MAIL_NOT_SET_UP' } },
    ]);
    expect(await lettersOf(rise.id)).toMatchObject([{ state: 'open' }]);
  });
});
