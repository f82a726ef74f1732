import type { z } from 'zod';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { mostLines } from '@daybook/contracts/billing/pending/pending-invoices';
import type {
  BilledBy,
  BillingPlan,
  DraftResult,
  PlannedDraft,
  pendingInvoices,
} from '@daybook/contracts/billing/pending/pending-invoices';
import { NOTHING } from '@daybook/contracts/money/money';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { apart } from '../../db/apart.ts';
import type { Db } from '../../db/database.ts';
import { knownRates } from '../../settings/exchange-rates/exchange-rates.queries.ts';
import { factsOfMany } from '../documents/invoice-basis.ts';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';
import { checkActive, priceDraft, refusalOfIssue } from '../invoices/invoices.rules.ts';
import { draftFrom, draftOfItems, lockItems, seeItems } from './draft-of-items.ts';
import type { WaitingItem } from './draft-of-items.ts';

/** The items that one invoice can bill, and its client. */
interface Group {
  clientId: string;
  apart: PlannedDraft['apart'];
  items: [WaitingItem, ...WaitingItem[]];
}

const told = ({ code, fields, params }: Refusal, language: Language) => ({
  code,
  message: refusalMessage(language, code, params),
  fields,
});

/** The client to whom an item is billed: its own client, or the payer of the group. */
function billedTo(item: WaitingItem, by: BilledBy): Pick<Group, 'clientId' | 'apart'> {
  const own = (apart: Group['apart']) => ({ clientId: item.clientId, apart });
  if (by === 'client' || item.groupId === null) return own(null);
  if (item.payerClientId === null) return own('NO_PAYER');
  if (!item.seesPayer) return own('PAYER_UNSEEN');
  if (item.payerStatus !== 'active') return own('PAYER_INACTIVE');
  return { clientId: item.payerClientId, apart: null };
}

/** Groups items by the client to bill, billing entity and currency, in the order of the first item of each group. */
function grouped(items: readonly WaitingItem[], by: BilledBy): Group[] {
  const groups = new Map<string, Group>();
  for (const item of items) {
    const to = billedTo(item, by);
    const key = `${to.clientId} ${item.entityId} ${item.currency}`;
    const group = groups.get(key);
    if (group) group.items.push(item);
    else groups.set(key, { ...to, items: [item] });
  }
  return [...groups.values()];
}

/** The clients whose work a group's invoice bills; empty if all of it was done for the client who is billed. */
function membersOf({ clientId, items }: Group): PlannedDraft['members'] {
  if (items.every((item) => item.clientId === clientId)) return [];
  const names = new Map(items.map((item) => [item.clientId, item.clientName]));
  return [...names].map(([id, label]) => ({ id, label }));
}

const nothing = { net: NOTHING, tax: NOTHING, payable: NOTHING, beforeIssue: {} };

/** The planned invoice of a group, or the reason why it cannot be created. */
function plannedOf(
  { clientId, items }: Group,
  facts: InvoiceFacts,
  { issueDate, fxRate }: { issueDate: string; fxRate: string | null },
): Pick<PlannedDraft, 'dueDate' | 'net' | 'tax' | 'payable' | 'beforeIssue'> & { refusal?: Refusal } {
  const { dueDate } = facts;
  try {
    if (items.length > mostLines)
      throw refuseField('INPUT_INVALID', 'lines', { maximum: mostLines }, 'TOO_BIG');
    checkActive(facts);
    const draft = draftFrom(items, facts, { clientId, issueDate, fxRate });
    const { net, tax, payable } = priceDraft(draft, facts);
    return { dueDate, net, tax, payable, beforeIssue: refusalOfIssue(draft, facts)?.fields ?? {} };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { dueDate, ...nothing, refusal: error };
  }
}

/** Plans all groups with few queries. */
async function planned(db: Db, user: CurrentUser, groups: readonly Group[], issueDate: string) {
  const facts = await factsOfMany(
    db,
    user,
    groups.map(({ clientId, items: [{ entityId }] }) => ({ entityId, clientId, issueDate })),
  );
  const known = groups.flatMap((group, index) => {
    const own = facts[index];
    return own ? [{ group, own }] : [];
  });
  const rates = await knownRates(
    db,
    known.map(({ group: { items }, own }) => ({
      from: items[0].currency,
      to: own.baseCurrency,
      date: issueDate,
    })),
  );
  return known.map(({ group, own }, index) => ({
    group,
    ...plannedOf(group, own, { issueDate, fxRate: rates[index]?.rate ?? null }),
  }));
}

async function namesOf(db: Db, groups: readonly Group[]): Promise<Map<string, string>> {
  const ids = groups.flatMap(({ clientId, items: [{ entityId }] }) => [clientId, entityId]);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('client')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('billingEntity').select(['id', 'name']).where('id', 'in', ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The drafts that these items would become, each with its figures or the reason why it cannot be created. Stores nothing. */
export async function planDrafts(
  db: Db,
  user: CurrentUser,
  { itemIds, issueDate, by }: ParsedInputOf<typeof pendingInvoices.plan>,
  language: Language,
): Promise<z.infer<typeof BillingPlan>> {
  const items = await seeItems(db, user, itemIds);
  const open = items.filter(({ status }) => status === 'open');
  const groups = grouped(open, by);
  const names = await namesOf(db, groups);
  const named = (id: string) => ({ id, label: names.get(id) ?? '' });
  const drafts = (await planned(db, user, groups, issueDate)).map(
    ({ group, refusal, ...figures }): PlannedDraft => ({
      client: named(group.clientId),
      members: membersOf(group),
      apart: group.apart,
      entity: named(group.items[0].entityId),
      currency: group.items[0].currency,
      itemIds: group.items.map(({ id }) => id),
      descriptions: group.items.map(({ description }) => description),
      ...figures,
      refused: refusal ? told(refusal, language) : null,
    }),
  );
  const waiting = new Set(open.map(({ id }) => id));
  return {
    drafts: drafts.toSorted((a, b) => a.client.label.localeCompare(b.client.label)),
    goneIds: itemIds.filter((id) => !waiting.has(id)),
  };
}

/** Returns a result for each draft. All items are locked first, in the order of their ids, so that concurrent calls cannot deadlock. */
export async function makeDrafts(
  db: Db,
  user: CurrentUser,
  { issueDate, drafts }: ParsedInputOf<typeof pendingInvoices.drafts>,
  language: Language,
): Promise<DraftResult[]> {
  await lockItems(
    db,
    user,
    drafts.flatMap(({ itemIds }) => itemIds),
  );
  const results: DraftResult[] = [];
  for (const { id, ...one } of drafts) {
    const { done, refused } = await apart(db, () => draftOfItems(db, user, { id, ...one, issueDate }));
    results.push(refused ? { id, refused: told(refused, language) } : { id, payable: done.payable });
  }
  return results;
}
