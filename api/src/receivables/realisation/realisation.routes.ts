import {
  realisation,
  realisedBills,
  realisedHours,
} from '@daybook/contracts/receivables/realisation/realisation';
import { implement } from '../../http/implement.ts';
import type { Route } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { checked } from '../collections/collections.rules.ts';
import {
  countRealisedBills,
  countRealisedHours,
  listRealisedBills,
  listRealisedHours,
} from './realisation-details.queries.ts';
import { realisationExport, realisedBillsExport, realisedHoursExport } from './realisation.export.ts';
import { levelsOf, listRealisation, seesMargin, totalRealisation } from './realisation.queries.ts';

/** Every page adds up the whole report again. */
const rowsAtOnce = 5_000;

const ofReport = implement(
  'realisation',
  realisation,
)({
  list: ({ db, user, input }) => listRealisation(db, user, checked(input)),
  total: ({ db, user, input }) => totalRealisation(db, user, checked(input)),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listRealisation(db, user, { ...checked(input), pageSize: rowsAtOnce, cursor }),
      realisationExport(language, levelsOf(input.filter), seesMargin(user)),
    ),
});

const ofHours = implement(
  'realised_hours',
  realisedHours,
)({
  list: ({ db, user, input }) => listRealisedHours(db, user, checked(input)),
  total: ({ db, user, input }) => countRealisedHours(db, user, checked(input)),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listRealisedHours(db, user, { ...checked(input), pageSize: rowsAtOnce, cursor }),
      realisedHoursExport(language, seesMargin(user)),
    ),
});

const ofBills = implement(
  'realised_bills',
  realisedBills,
)({
  list: ({ db, user, input }) => listRealisedBills(db, user, checked(input)),
  total: ({ db, user, input }) => countRealisedBills(db, user, checked(input)),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listRealisedBills(db, user, { ...checked(input), pageSize: rowsAtOnce, cursor }),
      realisedBillsExport(language),
    ),
});

export const realisationRoutes: readonly Route[] = [...ofReport, ...ofHours, ...ofBills];
