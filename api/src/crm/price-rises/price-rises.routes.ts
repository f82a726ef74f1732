import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { applyRise, removeRise, undoRise } from './apply-rise.ts';
import { planRise } from './plan-rise.ts';
import { countPriceLetters, listPriceLetters } from './price-letters.queries.ts';
import { getRiseItem, listRiseItems, totalRiseItems } from './price-rise-items.queries.ts';
import { priceRiseExport, priceRiseItemExport } from './price-rises.export.ts';
import { countPriceRises, getPriceRise, listPriceRises } from './price-rises.queries.ts';
import { letterTextsOf, previewLetter, startLetters } from './send-price-letters.ts';
import { undoItem } from './undo-rise.ts';

export const priceRisesRoutes = implement(
  'price_rises',
  priceRises,
)({
  list: ({ db, user, input }) => listPriceRises(db, user, input),
  total: ({ db, user, input }) => countPriceRises(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listPriceRises(db, user, { ...input, pageSize: 500, cursor }),
      priceRiseExport(language),
    ),
  open: async ({ db, user, input, reply }) =>
    getPriceRise(db, user, input.id, await reply.server.mail.canMail(db)),
  create: async ({ db, user, input, reply }) =>
    getPriceRise(db, user, await planRise(db, user, input), await reply.server.mail.canMail(db)),
  remove: async ({ db, user, input, version }) => {
    await removeRise(db, user, input.id, version);
    return {};
  },
  apply: ({ db, user, input, version }) => applyRise(db, user, input.id, version),
  undo: ({ db, user, input, version }) => undoRise(db, user, input.id, version),
  items: ({ db, user, input, language }) => listRiseItems(db, user, input, language),
  itemsTotal: ({ db, user, input }) => totalRiseItems(db, user, input),
  itemsExport: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listRiseItems(db, user, { ...input, pageSize: 500, cursor }, language),
      priceRiseItemExport(language),
    ),
  undoItem: async ({ db, user, input, language }) => {
    await undoItem(db, user, input.id, input.itemId);
    return getRiseItem(db, user, input, language);
  },
  letters: ({ db, user, input }) => listPriceLetters(db, user, input),
  lettersTotal: ({ db, user, input }) => countPriceLetters(db, user, input),
  letterTexts: ({ db, user, input }) => letterTextsOf(db, user, input.id),
  previewLetter: ({ db, user, input }) => previewLetter(db, user, input),
  sendLetters: async ({ db, user, input, version, reply }) =>
    startLetters(db, user, input, version, await reply.server.mail.canMail(db)),
});
