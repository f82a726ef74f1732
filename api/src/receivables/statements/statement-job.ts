import { z } from 'zod';
import { PlainDate } from '@daybook/contracts/fields';
import { statementKinds, statements } from '@daybook/contracts/receivables/statements/statements';
import type { JobKind } from '../../jobs/job-kind.ts';
import { sendUsualStatement } from './send-statement.ts';

const Terms = z.object({ kind: z.enum(statementKinds), from: PlainDate.optional(), asOf: PlainDate });

/** Sends the usual statement to one client. The key names job and client, so that a repeated item sends nothing. */
export const statementJobKinds = {
  statement: {
    endpoint: statements.send,
    action: 'statements.send',
    run: async (db, user, { jobId, no, subject, entityId, payload }, canMail) => {
      if (entityId === null) throw new Error('a statement is of a billing entity');
      const made = await sendUsualStatement(
        db,
        user,
        { clientId: subject, entityId, ...Terms.parse(payload) },
        { key: `${jobId} ${no}`, runId: jobId, canMail },
      );
      return made === null ? {} : { made };
    },
  },
} satisfies Record<string, JobKind>;
