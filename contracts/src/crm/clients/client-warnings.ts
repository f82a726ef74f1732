import { z } from 'zod';
import { Uuid } from '../../fields.ts';

/**
 * A warning that does not prevent saving. SAME_REGISTRATION: another client has the same registration; that client is named
 * only if the caller may see it. PAN_DIFFERS: the PAN within the GSTIN is not the client's PAN. PAN_KIND: its fourth
 * letter stands for another kind of taxpayer.
 */
export const ClientWarning = z.object({
  code: z.enum(['SAME_REGISTRATION', 'PAN_DIFFERS', 'PAN_KIND']),
  value: z.string(),
  clientId: Uuid.nullable(),
  label: z.string().nullable(),
});
