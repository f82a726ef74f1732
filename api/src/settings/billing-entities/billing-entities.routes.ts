import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { boxes, readImage } from '../../images/read-image.ts';
import { countBillingEntities, getBillingEntity, listBillingEntities } from './billing-entities.queries.ts';
import {
  createBillingEntity,
  editBillingEntity,
  removeBillingEntity,
  setBillingEntityActive,
} from './save-billing-entity.ts';
import { getLogo } from './logo.queries.ts';
import { putLogo } from './save-logo.ts';
import { previewNumbers } from './number-formats.queries.ts';
import { billingEntityExport } from './billing-entities.export.ts';

export const billingEntitiesRoutes = implement(
  'billing-entities',
  billingEntities,
)({
  list: ({ db, input }) => listBillingEntities(db, input),
  total: ({ db, input }) => countBillingEntities(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listBillingEntities(db, { ...input, pageSize: 500, cursor }),
      billingEntityExport(language),
    ),
  open: ({ db, input }) => getBillingEntity(db, input.id),
  create: ({ db, input }) => createBillingEntity(db, input),
  edit: ({ db, input, version }) => editBillingEntity(db, input, version),
  deactivate: ({ db, input, version }) => setBillingEntityActive(db, input.id, version, false),
  reactivate: ({ db, input, version }) => setBillingEntityActive(db, input.id, version, true),
  remove: async ({ db, input, version }) => {
    await removeBillingEntity(db, input.id, version);
    return {};
  },
  numberPreview: async ({ db, input }) => ({ numbers: await previewNumbers(db, input) }),
  logo: async ({ db, input, reply }) => {
    const { bytes, type } = await getLogo(db, input.id);
    return reply.type(type).send(bytes);
  },
  putLogo: async ({ db, input: { id, image } }) =>
    putLogo(db, id, image === null ? null : await readImage(image, boxes.logo)),
});
