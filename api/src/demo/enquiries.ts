import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries, enquirySources } from '@daybook/contracts/crm/enquiries/enquiries';
import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { openEnquiryStatuses } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { EnquiryStatus } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { addDays } from '@daybook/contracts/plain-date';
import { asDemoClient } from './clients.ts';
import type { DemoClient, PlannedClient } from './clients.ts';
import type { Demo, Person } from './demo.ts';
import type { DemoService } from './services.ts';
import { spread } from './random.ts';

const weights: Readonly<Record<EnquiryStatus, number>> = {
  new: 8,
  contacted: 9,
  qualified: 8,
  proposal_sent: 8,
  on_hold: 5,
  won: 12,
  lost: 10,
};

export const conversionsOf = (total: number): number =>
  spread(total, weights).filter((status) => status === 'won').length;

const lostReasons = ['Went with another firm', 'Price', 'No answer after three calls', 'Project postponed'];
const noteTexts = [
  'Called back; asks for a fixed monthly fee.',
  'Sent our brochure and two references.',
  'Wants to change at the end of the fiscal year.',
  'Met at their office. Books are two months behind.',
];

interface PlannedEnquiry {
  plan: PlannedClient;
  status: EnquiryStatus;
  date: string;
  value: number;
  source: (typeof enquirySources)[number];
  serviceIds: string[];
  note: string | null;
  reason: string;
  nextActionOn: string;
}

/** The statuses it passes before its last move. */
const stops = (status: EnquiryStatus): EnquiryStatus[] => {
  const open = openEnquiryStatuses as readonly EnquiryStatus[];
  const last = open.includes(status) ? open.indexOf(status) : status === 'won' ? 3 : 1;
  return open.slice(1, last + 1);
};

function planEnquiries(
  demo: Demo,
  prospects: readonly PlannedClient[],
  services: readonly DemoService[],
): PlannedEnquiry[] {
  const random = demo.random('enquiries');
  return spread(demo.size.enquiries, weights).map((status, index) => {
    const plan = prospects[index];
    if (!plan) throw new Error('an enquiry has no prospect');
    const isOver = status === 'won' || status === 'lost';
    const offers = services.filter(({ country }) => country === plan.entity.country);
    return {
      plan,
      status,
      date: addDays(demo.today, -(isOver ? random.int(60, 330) : random.int(1, 45))),
      value: random.pick(offers).price * random.int(1, 12),
      source: random.pick(enquirySources),
      serviceIds: random.sample(offers, random.int(1, 2)).map(({ record }) => record.id),
      note: random.chance(0.6) ? random.pick(noteTexts) : null,
      reason: random.pick(lostReasons),
      nextActionOn: addDays(demo.today, random.int(-4, 14)),
    };
  });
}

async function move(owner: Person, enquiry: Enquiry, to: EnquiryStatus, reason: string): Promise<Enquiry> {
  return owner.call(
    enquiries.move,
    { id: enquiry.id, to, ...(to === 'lost' ? { reason } : {}) },
    enquiry.version,
  );
}

/** Converts an enquiry and fills in what conversion leaves empty, as a person would. */
async function convert({ plan, date }: PlannedEnquiry, enquiry: Enquiry): Promise<DemoClient> {
  const { contacts: _contacts, addresses, registrations, ...client } = plan.given;
  const won = await plan.crm.call(enquiries.convert, { id: enquiry.id, client }, enquiry.version);
  const made = await plan.crm.call(clients.open, { id: won.client.id });
  const whole = { ...client, id: made.id, contacts: made.contacts, addresses, registrations };
  return asDemoClient(plan, await plan.crm.call(clients.edit, whole, made.version), addDays(date, 20));
}

async function makeEnquiry(planned: PlannedEnquiry): Promise<DemoClient | null> {
  const { plan, status, date, value, source, serviceIds, note, reason, nextActionOn } = planned;
  const contact = plan.given.contacts?.[0];
  let enquiry = await plan.crm.call(enquiries.create, {
    enquiryDate: date,
    name: contact?.name ?? plan.given.name,
    company: plan.given.kind === 'individual' ? null : plan.given.name,
    email: contact?.email,
    phone: contact?.phone,
    source,
    serviceIds,
    expectedValue: value,
    currency: plan.entity.record.baseCurrency,
    nextActionOn,
  });
  for (const stop of stops(status)) enquiry = await move(plan.crm, enquiry, stop, reason);
  if (note !== null) await plan.crm.call(enquiries.addNote, { id: enquiry.id, body: note });
  if (status === 'won') return convert(planned, enquiry);
  if (status === 'on_hold' || status === 'lost') await move(plan.crm, enquiry, status, reason);
  return null;
}

/** Creates an enquiry for each prospect, in every status; returns the clients of those that were won. */
export async function makeEnquiries(
  demo: Demo,
  prospects: readonly PlannedClient[],
  services: readonly DemoService[],
): Promise<DemoClient[]> {
  const planned = planEnquiries(demo, prospects, services);
  const made = await demo.each('Enquiries', planned, makeEnquiry);
  return made.filter((client) => client !== null);
}
