import { sql } from 'kysely';
import { z } from 'zod';
import { ClientChange, clientBulk } from '@daybook/contracts/crm/clients/client-bulk';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { PlainDate } from '@daybook/contracts/fields';
import type { Refusal } from '@daybook/contracts/refusals';
import { mayCall } from '../../auth/may-call.ts';
import type { Db } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { changeClient, keepBeforeDeactivation, undoChange } from './change-client.ts';
import { deactivateClient } from './change-client-status.ts';

const Change = z.object({
  change: ClientChange,
  /** Whether one notification at the end of the job covers all its clients. */
  isQuiet: z.boolean(),
});
const Deactivation = z.object({ reason: z.string(), effectiveOn: PlainDate.nullable() });
const Undo = z.object({ of: z.string(), kind: z.enum(['client_change', 'client_deactivate']) });

const isAlreadySo = ({ code, params }: Refusal): boolean =>
  code === 'STATE_NOT_ALLOWED' && params.from === params.to;

/** Tells nobody that a single client became theirs. */
const beQuiet = (db: Db) => sql`select set_config('daybook.quiet', 'on', true)`.execute(db);

/** What jobs do with clients; each runs the command for a single client. */
export const clientJobKinds = {
  client_change: {
    endpoint: clientBulk.change,
    action: 'client_bulk.change',
    isAlreadySo,
    run: async (db, user, { subject: id, seen, payload, jobId }) => {
      const { change, isQuiet } = Change.parse(payload);
      if (isQuiet) await beQuiet(db);
      await changeClient(db, user, { id, version: seen ?? 0, jobId }, change);
      return {};
    },
  },
  client_deactivate: {
    endpoint: clients.deactivate,
    action: 'clients.deactivate',
    isAlreadySo,
    run: async (db, user, { subject: id, seen, payload, jobId }, canMail) => {
      const { reason, effectiveOn } = Deactivation.parse(payload);
      await keepBeforeDeactivation(db, user, { id, jobId });
      await deactivateClient(db, user, { id, reason, effectiveOn }, seen ?? 0, { canMail });
      return {};
    },
  },
  client_undo: {
    endpoint: clientBulk.undo,
    action: 'client_bulk.undo',
    run: async (db, user, { subject: id, seen, payload }) => {
      const { of, kind } = Undo.parse(payload);
      mayCall(kind === 'client_change' ? clientBulk.change : clients.deactivate, user);
      // Whoever gets a client back has had it until a moment ago.
      await beQuiet(db);
      await undoChange(db, user, { id, version: seen ?? 0, jobId: of });
      return {};
    },
  },
} satisfies Record<string, JobKind>;
