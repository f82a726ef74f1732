import type { SeriesSteps } from '@daybook/contracts/recurrence/series-steps';
import type { Handlers } from '../http/implement.ts';
import type { Makers } from './make-jobs.ts';
import type { DueSeries } from './series-due.ts';
import { listRuns } from './series-runs.queries.ts';
import { openedSeries, stepsOf } from './series-steps.ts';
import { previewSeries, upcomingOf } from './upcoming.ts';

/** Handlers for the steps of a series of any kind. The caller passes in the makers, because recurrence knows no kind. */
export function seriesHandlers(
  kind: DueSeries['kind'],
  makersOf: (canMail: boolean) => Makers,
): Handlers<SeriesSteps> {
  const steps = (canMail: boolean) => stepsOf(kind, makersOf(canMail));
  return {
    preview: ({ db, input, user }) => previewSeries(db, user, input, { kind }),
    upcoming: async ({ db, input, user }) => upcomingOf(db, await openedSeries(db, user, kind, input.id)),
    runs: async ({ db, input, user, language }) => {
      await openedSeries(db, user, kind, input.id);
      return listRuns(db, language, input);
    },
    pause: ({ db, input, user, version }) => steps(false).pause(db, user, input, version),
    resume: async ({ db, input, user, version, reply }) =>
      steps(await reply.server.mail.canMail(db)).resume(db, user, input, version),
    cancel: ({ db, input, user, version }) => steps(false).cancel(db, user, input, version),
    skip: ({ db, input, user, version }) => steps(false).skip(db, user, input, version),
    move: ({ db, input, user, version }) => steps(false).move(db, user, input, version),
    restore: ({ db, input, user, version }) => steps(false).restore(db, user, input, version),
    make: async ({ db, input, user, version, reply }) =>
      steps(await reply.server.mail.canMail(db)).make(db, user, input, version),
  };
}
