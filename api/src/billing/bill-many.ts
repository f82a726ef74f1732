import type { z } from 'zod';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { mostLines } from '@daybook/contracts/billing/pending-invoices';
import type {
  BillingPlan,
  DraftResult,
  PlannedDraft,
  pendingInvoices,
} from '@daybook/contracts/billing/pending-invoices';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { apart } from '../db/apart.ts';
import type { Db } from '../db/database.ts';
import { draftFrom, draftOfItems, lockItems, seeItems } from './draft-of-items.ts';
import type { WaitingItem } from './draft-of-items.ts';
import { invoiceFacts } from './invoice-basis.ts';
import { checkActive, priceDraft, refusalOfIssue } from './invoices.rules.ts';

type Group = [WaitingItem, ...WaitingItem[]];

const told = ({ code, fields, params }: Refusal, language: Language) => ({
  code,
  message: refusalMessage(language, code, params),
  fields,
});

/** What one invoice can bill: items of one client, billing entity and currency, in the order of their first. */
function grouped(items: readonly WaitingItem[]): Group[] {
  const groups = new Map<string, Group>();
  for (const item of items) {
    const key = `${item.clientId} ${item.entityId} ${item.currency}`;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

const nothing = { net: 0, tax: 0, payable: 0, beforeIssue: {} };

async function plannedOf(
  db: Db,
  user: CurrentUser,
  group: Group,
  issueDate: string,
): Promise<
  Omit<PlannedDraft, 'client' | 'entity' | 'currency' | 'itemIds' | 'refused'> & { refusal?: Refusal }
> {
  const facts = await invoiceFacts(db, user, { ...group[0], issueDate });
  const { dueDate } = facts;
  try {
    if (group.length > mostLines)
      throw refuseField('INPUT_INVALID', 'lines', { maximum: mostLines }, 'TOO_BIG');
    checkActive(facts);
    const draft = draftFrom(group, facts, issueDate);
    const { net, tax, payable } = priceDraft(draft, facts);
    return { dueDate, net, tax, payable, beforeIssue: refusalOfIssue(draft, facts)?.fields ?? {} };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { dueDate, ...nothing, refusal: error };
  }
}

async function namesOf(db: Db, groups: readonly Group[]): Promise<Map<string, string>> {
  const ids = groups.flatMap(([{ clientId, entityId }]) => [clientId, entityId]);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('client')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('billingEntity').select(['id', 'name']).where('id', 'in', ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Which drafts would come of these items, each with its figures or why there can be none. Stores nothing. */
export async function planDrafts(
  db: Db,
  user: CurrentUser,
  { itemIds, issueDate }: ParsedInputOf<typeof pendingInvoices.plan>,
  language: Language,
): Promise<z.infer<typeof BillingPlan>> {
  const items = await seeItems(db, user, itemIds);
  const open = items.filter(({ state }) => state === 'open');
  const groups = grouped(open);
  const names = await namesOf(db, groups);
  const named = (id: string) => ({ id, label: names.get(id) ?? '' });
  const drafts: PlannedDraft[] = [];
  for (const group of groups) {
    const [{ clientId, entityId, currency }] = group;
    const { refusal, ...planned } = await plannedOf(db, user, group, issueDate);
    drafts.push({
      client: named(clientId),
      entity: named(entityId),
      currency,
      itemIds: group.map(({ id }) => id),
      ...planned,
      refused: refusal ? told(refusal, language) : null,
    });
  }
  const waiting = new Set(open.map(({ id }) => id));
  return {
    drafts: drafts.toSorted((a, b) => a.client.label.localeCompare(b.client.label)),
    goneIds: itemIds.filter((id) => !waiting.has(id)),
  };
}

/** Each draft answers for itself. All items are locked first, in the order of their ids, so that two at once do not wait in a circle. */
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
  for (const { id, itemIds } of drafts) {
    const { done, refused } = await apart(db, () => draftOfItems(db, user, { id, itemIds, issueDate }));
    results.push(refused ? { id, refused: told(refused, language) } : { id, payable: done.payable });
  }
  return results;
}
