import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { openEnquiryStatuses } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { EnquiryStatus } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { addDays } from '@daybook/contracts/plain-date';
import { enquirySources, lostReasons } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
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

const lostNotes = ['Half our fee elsewhere', 'Three calls, no answer', 'A cousin does the books', null];
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
  sourceId: string;
  serviceIds: string[];
  note: string | null;
  loss: { lostReasonId: string; lostNote: string | null };
  nextActionOn: string;
  /** The days of its moves, in order; each is used once. */
  moveDays: string[];
}

/** The statuses it passes before its last move. */
const stops = (status: EnquiryStatus): EnquiryStatus[] => {
  const open = openEnquiryStatuses as readonly EnquiryStatus[];
  const last = open.includes(status) ? open.indexOf(status) : status === 'won' ? 3 : 1;
  return open.slice(1, last + 1);
};

/** Days that follow each other, none after the last day of the year that is filled. */
function daysAfter(demo: Demo, start: string, count: number): string[] {
  const random = demo.random(`moves from ${start}`);
  const days: string[] = [];
  for (let day = start; days.length < count;) {
    const next = addDays(day, random.int(1, 12));
    day = next < demo.today ? next : demo.today;
    days.push(day);
  }
  return days;
}

interface Lists {
  sourceIds: string[];
  reasonIds: string[];
}

function planEnquiries(
  demo: Demo,
  prospects: readonly PlannedClient[],
  services: readonly DemoService[],
  { sourceIds, reasonIds }: Lists,
): PlannedEnquiry[] {
  const random = demo.random('enquiries');
  return spread(demo.size.enquiries, weights).map((status, index) => {
    const plan = prospects[index];
    if (!plan) throw new Error('an enquiry has no prospect');
    const isOver = status === 'won' || status === 'lost';
    const date = addDays(demo.today, -(isOver ? random.int(60, 330) : random.int(1, 45)));
    const offers = services.filter(({ country }) => country === plan.entity.country);
    return {
      plan,
      status,
      date,
      value: random.pick(offers).price * random.int(1, 12),
      sourceId: random.pick(sourceIds),
      serviceIds: random.sample(offers, random.int(1, 2)).map(({ record }) => record.id),
      note: random.chance(0.6) ? random.pick(noteTexts) : null,
      loss: { lostReasonId: random.pick(reasonIds), lostNote: random.pick(lostNotes) },
      nextActionOn: addDays(demo.today, random.int(-4, 14)),
      moveDays: daysAfter(demo, date, 4),
    };
  });
}

const move = (
  owner: Person,
  enquiry: Enquiry,
  to: EnquiryStatus,
  { loss, moveDays }: PlannedEnquiry,
): Promise<Enquiry> =>
  owner.call(
    enquiries.move,
    { id: enquiry.id, to, on: moveDays.shift(), ...(to === 'lost' ? loss : {}) },
    enquiry.version,
  );

/** Converts an enquiry and fills in what conversion leaves empty, as a person would. */
async function convert({ plan, date, moveDays }: PlannedEnquiry, enquiry: Enquiry): Promise<DemoClient> {
  const { contacts: _contacts, addresses, registrations, ...client } = plan.given;
  const won = await plan.crm.call(
    enquiries.convert,
    { id: enquiry.id, on: moveDays.shift(), client },
    enquiry.version,
  );
  const made = await plan.crm.call(clients.open, { id: won.client.id });
  const whole = { ...client, id: made.id, contacts: made.contacts, addresses, registrations };
  return asDemoClient(plan, await plan.crm.call(clients.edit, whole, made.version), addDays(date, 20));
}

async function makeEnquiry(planned: PlannedEnquiry): Promise<DemoClient | null> {
  const { plan, status, date, value, sourceId, serviceIds, note, nextActionOn } = planned;
  const contact = plan.given.contacts?.[0];
  let enquiry = await plan.crm.call(enquiries.create, {
    enquiryDate: date,
    name: contact?.name ?? plan.given.name,
    company: plan.given.kind === 'individual' ? null : plan.given.name,
    email: contact?.email,
    phone: contact?.phone,
    sourceId,
    serviceIds,
    expectedValue: value,
    currency: plan.entity.record.baseCurrency,
    nextActionOn,
  });
  for (const stop of stops(status)) enquiry = await move(plan.crm, enquiry, stop, planned);
  if (note !== null) await plan.crm.call(enquiries.addNote, { id: enquiry.id, body: note });
  if (status === 'won') return convert(planned, enquiry);
  if (status === 'on_hold' || status === 'lost') await move(plan.crm, enquiry, status, planned);
  return null;
}

const idsOf = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id);

/** Creates an enquiry for each prospect, in every status; returns the clients of those that were won. */
export async function makeEnquiries(
  demo: Demo,
  prospects: readonly PlannedClient[],
  services: readonly DemoService[],
): Promise<DemoClient[]> {
  const [someone] = prospects;
  if (!someone) return [];
  const planned = planEnquiries(demo, prospects, services, {
    sourceIds: idsOf(await someone.crm.call(enquirySources.list, {})),
    reasonIds: idsOf(await someone.crm.call(lostReasons.list, {})),
  });
  const made = await demo.each('Enquiries', planned, makeEnquiry);
  return made.filter((client) => client !== null);
}
