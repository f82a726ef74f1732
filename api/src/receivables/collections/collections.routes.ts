import { collectedReceipts, collections } from '@daybook/contracts/receivables/collections/collections';
import { implement } from '../../http/implement.ts';
import type { Route } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { countCollected, listCollected } from './collected-receipts.queries.ts';
import { sendCollectionPdf } from './collection-pdf.ts';
import { collectedReceiptExport, collectionExport } from './collections.export.ts';
import { chartCollections, levelsOf, listCollections, totalCollections } from './collections.queries.ts';
import { checked } from './collections.rules.ts';

/** Every page adds up the whole report again. */
const rowsAtOnce = 5_000;

const ofReport = implement(
  'collections',
  collections,
)({
  list: ({ db, user, input }) => listCollections(db, user, checked(input)),
  total: ({ db, user, input }) => totalCollections(db, user, checked(input)),
  chart: ({ db, user, input }) => chartCollections(db, user, checked(input)),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listCollections(db, user, { ...checked(input), pageSize: rowsAtOnce, cursor }),
      collectionExport(language, levelsOf(input.filter)),
    ),
  pdf: ({ db, user, input, language, reply }) => sendCollectionPdf(db, user, checked(input), language, reply),
});

const ofReceipts = implement(
  'collected_receipts',
  collectedReceipts,
)({
  list: ({ db, user, input }) => listCollected(db, user, checked(input)),
  total: ({ db, user, input }) => countCollected(db, user, checked(input)),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listCollected(db, user, { ...checked(input), pageSize: 500, cursor }),
      collectedReceiptExport(language),
    ),
});

export const collectionsRoutes: readonly Route[] = [...ofReport, ...ofReceipts];
