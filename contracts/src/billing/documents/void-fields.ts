import { z } from 'zod';
import { PlainDate, requiredText } from '../../fields.ts';

/** What voids an issued document. */
export const voidFields = {
  voidDate: PlainDate,
  reason: requiredText(500),
  /** Voids it although the tax register of its period was exported; only admins may. */
  despiteExport: z.boolean().default(false),
};
