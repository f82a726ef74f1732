import { jobs } from '@daybook/contracts/jobs/jobs';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import { sendJobFiles } from './job-files.ts';
import { jobExport, jobItemExport } from './jobs.export.ts';
import { countJobItems, countJobs, listJobItems, listJobs, theirJob } from './jobs.queries.ts';
import { cancelJob } from './request-job.ts';

export const jobsRoutes = implement(
  'jobs',
  jobs,
)({
  list: ({ db, user, input }) => listJobs(db, user, input),
  total: ({ db, user, input }) => countJobs(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listJobs(db, user, { ...input, pageSize: 500, cursor }),
      jobExport(language),
    ),
  open: ({ db, user, input }) => theirJob(db, user, input.id),
  items: ({ db, user, input, language }) => listJobItems(db, user, input, language),
  itemsTotal: ({ db, user, input }) => countJobItems(db, user, input),
  itemsExport: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listJobItems(db, user, { ...input, pageSize: 500, cursor }, language),
      jobItemExport(language),
    ),
  cancel: async ({ db, user, input }) => {
    await cancelJob(db, user, input.id);
    return {};
  },
  files: ({ db, user, input, reply }) => sendJobFiles(db, user, input.id, { name: 'files', reply }),
});
