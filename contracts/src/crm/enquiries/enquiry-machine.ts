import type { Permission } from '../../permissions.ts';

// The statuses of an enquiry and the moves between them, as data. The server checks each move against them, and the buttons follow them.

export const openEnquiryStatuses = ['new', 'contacted', 'qualified', 'proposal_sent'] as const;
export const enquiryStatuses = [...openEnquiryStatuses, 'on_hold', 'won', 'lost'] as const;
export type EnquiryStatus = (typeof enquiryStatuses)[number];

/** The stages that most enquiries pass through on the way to being won. */
export const passedStages = ['contacted', 'qualified', 'proposal_sent'] as const;
export type PassedStage = (typeof passedStages)[number];

/** The statuses that an enquiry can only have at this stage or after it. */
export const statusesFrom = (stage: PassedStage): EnquiryStatus[] => [
  ...openEnquiryStatuses.slice(openEnquiryStatuses.indexOf(stage)),
  'won',
];

/** Whether the enquiry still needs work, and so needs a date for its next action. */
export const isLiveEnquiry = (status: EnquiryStatus): boolean => status !== 'won' && status !== 'lost';

export interface EnquiryMove {
  from: EnquiryStatus;
  to: EnquiryStatus;
  by: Permission;
}

const move = (from: EnquiryStatus, to: EnquiryStatus): EnquiryMove => ({
  from,
  to,
  by: to === 'won' ? 'enquiries.convert' : 'enquiries.update_status',
});

/** In workflow order, so that the first possible move is the likely next one. */
const moves: readonly EnquiryMove[] = [
  move('new', 'contacted'),
  move('contacted', 'qualified'),
  move('qualified', 'proposal_sent'),
  ...openEnquiryStatuses.map((from) => move(from, 'won')),
  ...openEnquiryStatuses.map((from) => move(from, 'on_hold')),
  ...openEnquiryStatuses.map((from) => move(from, 'lost')),
  ...openEnquiryStatuses.map((to) => move('on_hold', to)),
  move('lost', 'contacted'),
];

/** The moves out of the current status. An enquiry on hold returns only to its earlier status; only a conversion makes it won. */
export const movesOf = (status: EnquiryStatus, heldStatus: EnquiryStatus | null): EnquiryMove[] =>
  moves.filter(({ from, to }) => from === status && (from !== 'on_hold' || to === heldStatus));
