import { enquirySources, lostReasons } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { implement } from '../../http/implement.ts';
import { listChoices } from './enquiry-choices.queries.ts';
import { createChoice, editChoice, orderChoices } from './save-enquiry-choice.ts';

export const enquiryChoicesRoutes = [
  ...implement(
    'enquiry_sources',
    enquirySources,
  )({
    list: ({ db }) => listChoices(db, 'enquirySource'),
    create: ({ db, input }) => createChoice(db, 'enquirySource', input),
    edit: ({ db, input, version }) => editChoice(db, 'enquirySource', input, version),
    order: ({ db, input }) => orderChoices(db, 'enquirySource', input.ids),
  }),
  ...implement(
    'lost_reasons',
    lostReasons,
  )({
    list: ({ db }) => listChoices(db, 'lostReason'),
    create: ({ db, input }) => createChoice(db, 'lostReason', input),
    edit: ({ db, input, version }) => editChoice(db, 'lostReason', input, version),
    order: ({ db, input }) => orderChoices(db, 'lostReason', input.ids),
  }),
];
