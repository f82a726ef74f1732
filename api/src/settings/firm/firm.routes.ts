import { firm } from '@daybook/contracts/settings/firm/firm';
import { implement } from '../../http/implement.ts';
import { boxes, readImage } from '../../images/read-image.ts';
import { getFirm, getFirmLogo } from './firm.queries.ts';
import { putFirmLogo, saveFirm } from './save-firm.ts';

export const firmRoutes = implement(
  'firm',
  firm,
)({
  open: ({ db }) => getFirm(db),
  save: ({ db, input, version }) => saveFirm(db, input, version),
  logo: async ({ db, reply }) => {
    const { bytes, type } = await getFirmLogo(db);
    return reply.type(type).send(bytes);
  },
  putLogo: async ({ db, input: { image } }) =>
    putFirmLogo(db, image === null ? null : await readImage(image, boxes.logo)),
});
