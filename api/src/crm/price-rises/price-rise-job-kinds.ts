import { z } from 'zod';
import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { Uuid } from '@daybook/contracts/fields';
import type { JobKind } from '../../jobs/job-kind.ts';
import { raiseSeries } from './raise-prices.ts';
import { sendPriceLetter } from './send-price-letters.ts';
import { undoSeries } from './undo-rise.ts';

const Payload = z.object({ rise: Uuid });

/** What jobs do for a price rise: with a series or its subscription, and with a client and a billing entity for a letter. */
export const priceRiseJobKinds = {
  price_rise: {
    endpoint: priceRises.apply,
    action: 'price_rises.apply',
    run: async (db, user, { subject, payload }) => {
      await raiseSeries(db, user, Payload.parse(payload).rise, subject);
      return {};
    },
  },
  price_rise_undo: {
    endpoint: priceRises.undo,
    action: 'price_rises.undo',
    // Somebody has undone the prices one by one.
    isAlreadySo: ({ code }) => code === 'STATE_NOT_ALLOWED',
    run: async (db, user, { subject, payload }) => {
      await undoSeries(db, user, Payload.parse(payload).rise, subject);
      return {};
    },
  },
  price_rise_letter: {
    endpoint: priceRises.sendLetters,
    action: 'price_rises.sendLetters',
    isAlreadySo: ({ code }) => code === 'ALREADY_SENT',
    run: async (db, user, { subject: clientId, entityId, payload, jobId }, canMail) => {
      if (entityId === null) throw new Error('a letter is by a billing entity');
      const { rise: riseId } = Payload.parse(payload);
      const made = await sendPriceLetter(db, user, { riseId, clientId, entityId }, { runId: jobId, canMail });
      return { made };
    },
  },
} satisfies Record<string, JobKind>;
