import { mailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import { implement } from '../../http/implement.ts';
import { getMailSettings } from './mail-settings.queries.ts';
import { saveMailServer, saveMailSettings } from './save-mail-settings.ts';
import { testMail } from './test-mail.ts';

export const mailSettingsRoutes = implement(
  'mail_settings',
  mailSettings,
)({
  open: ({ db, reply }) => getMailSettings(db, reply.server.mail),
  save: ({ db, input, version, reply }) =>
    saveMailSettings(db, input, { source: reply.server.mail, version }),
  saveServer: ({ db, input, version, reply }) =>
    saveMailServer(db, input, { source: reply.server.mail, version }),
  test: ({ db, user, reply }) => testMail(db, reply.server.mail, user),
});
