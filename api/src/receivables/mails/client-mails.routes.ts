import { clientMailEndpoints } from '@daybook/contracts/receivables/mails/client-mails';
import { Refusal } from '@daybook/contracts/refusals';
import { wholeFile } from '../../files/file-content.ts';
import { implement } from '../../http/implement.ts';
import { sendPdf } from '../../billing/documents/send-pdf.ts';
import { clientMails, fileOfClientMail, isMailSeen } from './client-mails.queries.ts';

export const clientMailsRoutes = implement(
  'client_mails',
  clientMailEndpoints,
)({
  open: async ({ db, user, input }) => {
    const mail = await clientMails(db)
      .where('mail.id', '=', input.id)
      .where(isMailSeen(user))
      .executeTakeFirst();
    if (!mail) throw new Refusal('NOT_FOUND');
    return mail;
  },
  file: async ({ db, user, input, reply }) => {
    const { name, sha256 } = await fileOfClientMail(db, user, input);
    return sendPdf(reply, name.replace(/\.pdf$/, ''), await wholeFile(db, sha256));
  },
});
