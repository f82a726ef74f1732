import { loadImage } from '@napi-rs/canvas';
import { createTransport } from 'nodemailer';
import { session } from '@daybook/contracts/auth/session';
import { firm } from '@daybook/contracts/settings/firm/firm';
import { secretBox } from '../../auth/secret-box.ts';
import { mailSource } from '../../mail/mail-source.ts';
import { enqueueMail } from '../../mail/outbox.ts';
import { sendDueMail } from '../../mail/send-mail.ts';
import { pictureOf } from '../../../test/files/pictures.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { callerOf, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let nobody: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'admin' });
  nobody = callerOf(api.app, '', '');
});
afterAll(() => api.stop());

const png = pictureOf('png', 60, 20).toString('base64');
const rename = async (name: string | null) => {
  const { version } = await admin.call(firm.open, {});
  return admin.call(firm.save, { name }, { version });
};

describe('the firm', () => {
  it('is shown by its name to people who are signed in, and on the sign-in page', async () => {
    expect((await nobody.call(session.setupState, {})).firm).toEqual({ name: null, logo: null });
    await rename('Rao & Partners');
    const manager = await api.as({ userType: 'manager', keys: [] });
    const mark = { name: 'Rao & Partners', logo: null };
    expect((await manager.call(session.me, {})).firm).toEqual(mark);
    expect((await nobody.call(session.setupState, {})).firm).toEqual(mark);
    expect((await manager.refused(firm.open, {})).httpStatus).toBe(403);
  });

  it('is renamed by one of two admins at a time', async () => {
    const { version } = await rename('Rao');
    await admin.call(firm.save, { name: 'Mehta' }, { version });
    expect(await admin.refused(firm.save, { name: 'Shah' }, { version })).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
  });

  it('has a logo that visitors see, at a new address once it changes, and that makes no open form stale', async () => {
    const { version } = await admin.call(firm.open, {});
    const { logo } = await admin.call(firm.putLogo, { image: png });
    expect(logo).toEqual(expect.any(Number));
    const shown = await nobody.inject({ url: `/api/v1/firm/logo?v=${logo}` });
    expect(shown.headers['content-type']).toBe('image/png');
    expect(await loadImage(shown.rawPayload)).toMatchObject({ width: 60, height: 20 });
    await api.ownerPool.query(`alter table firm disable trigger touch;
      update firm set updated_at = now() - interval '1 minute'; alter table firm enable trigger touch`);
    const { logo: before } = await admin.call(firm.open, {});
    const { logo: after } = await admin.call(firm.putLogo, {
      image: pictureOf('png', 20, 20).toString('base64'),
    });
    expect(after).not.toBe(before);
    expect(await admin.call(firm.save, { name: 'Rao' }, { version })).toMatchObject({ name: 'Rao' });
    await admin.call(firm.putLogo, { image: null });
    expect(await nobody.refused(firm.logo, {})).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses a logo that is no picture', async () => {
    const image = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    expect((await admin.refused(firm.putLogo, { image })).errors).toMatchObject({
      image: [{ code: 'IMAGE_KIND' }],
    });
  });

  it('is named beside the sender of its mails', async () => {
    await rename('Rao, Mehta & Söhne');
    const mailServer = await startMailServer();
    const source = mailSource(
      { SMTP_URL: mailServer.url, MAIL_FROM: 'office@firm.test' },
      secretBox(Buffer.alloc(32)),
    );
    const server = await source.read(api.db);
    const transport = createTransport({ url: mailServer.url });
    await enqueueMail(api.db, { key: 'one', to: 'a@firm.test', subject: 'Hello', body: 'Text' });
    await sendDueMail(api.db, transport, server?.sender ?? '', undefined, {
      name: server?.senderName ?? null,
    });
    transport.close();
    await mailServer.stop();
    expect(mailServer.received).toMatchObject([{ from: 'office@firm.test' }]);
    expect(mailServer.received[0]?.text).toMatch(/^From: =\?UTF-8\?\S+\?= <office@firm\.test>/m);
  });
});
