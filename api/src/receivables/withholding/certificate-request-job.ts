import { certificateRequests } from '@daybook/contracts/receivables/withholding/certificate-requests';
import type { JobKind } from '../../jobs/job-kind.ts';
import { sendRequest } from './send-certificate-request.ts';

/** Asks one client for its certificates. The key names job and client, so that a repeated item sends nothing. */
export const certificateRequestJobKinds = {
  certificate_request: {
    endpoint: certificateRequests.send,
    action: 'certificate_requests.send',
    run: async (db, user, { jobId, no, subject, entityId }, canMail) => {
      if (entityId === null) throw new Error('a certificate is for a billing entity');
      const { mailId } = await sendRequest(
        db,
        user,
        { clientId: subject, entityId },
        { key: `${jobId} ${no}`, runId: jobId, canMail },
      );
      return mailId === null ? {} : { made: mailId };
    },
  },
} satisfies Record<string, JobKind>;
