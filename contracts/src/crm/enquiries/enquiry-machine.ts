import type { Permission } from '../../permissions.ts';

// The statuses of an enquiry and the moves between them, as data: the server refuses by it and the buttons are drawn from it.

export const openEnquiryStatuses = ['new', 'contacted', 'qualified', 'proposal_sent'] as const;
export const enquiryStatuses = [...openEnquiryStatuses, 'on_hold', 'won', 'lost'] as const;
export type EnquiryStatus = (typeof enquiryStatuses)[number];

/** Someone still has something to do about it, so it has a date for the next action. */
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

/** In the order of the workflow, so the first one that is possible is the likely next. */
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

/** The moves out of the present status; from hold only back to where it was. Won is reached by conversion alone. */
export const movesOf = (status: EnquiryStatus, heldStatus: EnquiryStatus | null): EnquiryMove[] =>
  moves.filter(({ from, to }) => from === status && (from !== 'on_hold' || to === heldStatus));
