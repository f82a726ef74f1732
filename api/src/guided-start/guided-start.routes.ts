import { guidedStart } from '@daybook/contracts/guided-start/guided-start';
import { samples } from '@daybook/contracts/guided-start/samples';
import { implement } from '../http/implement.ts';
import { addSamples } from './add-samples.ts';
import { getGuidedStart } from './guided-start.queries.ts';
import { listSamples } from './samples.queries.ts';
import { saveGuidedStart } from './save-guided-start.ts';

export const guidedStartRoutes = [
  ...implement(
    'guided_start',
    guidedStart,
  )({
    open: async ({ db, user, reply }) => getGuidedStart(db, user.id, await reply.server.mail.canMail(db)),
    save: async ({ db, user, input, version, reply }) => {
      const canMail = await reply.server.mail.canMail(db);
      const read = () => getGuidedStart(db, user.id, canMail);
      await saveGuidedStart(db, input.isHidden, version, read);
      return read();
    },
  }),
  ...implement(
    'samples',
    samples,
  )({
    list: ({ db, input, language }) => listSamples(db, input, language),
    add: ({ db, input }) => addSamples(db, input),
  }),
];
