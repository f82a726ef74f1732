import { minor } from '@daybook/contracts/money/money';
import { movesFor } from '@daybook/contracts/tasks/tasks/task-machine';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { someone } from '@daybook/shared/test/render-screen';

export const idOf = (n: number) => `018f2b1c-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const client = { id: idOf(700), label: 'Dupont & Fils' };
export const entity = { id: idOf(500), label: 'Paris office' };
export const service = { id: idOf(600), label: 'Annual accounts' };

export function task(n: number, patch: Partial<Task> = {}): Task {
  const made: Task = {
    id: idOf(n),
    version: 1,
    no: `T-0000${n}`,
    title: `Accounts ${n}`,
    client,
    internal: false,
    category: null,
    recurringCategory: null,
    duplicateReason: null,
    series: null,
    service,
    status: 'todo',
    heldStatus: null,
    priority: 3,
    startOn: null,
    targetOn: null,
    dueOn: '2199-06-30',
    assignees: [{ id: someone.id, label: someone.name }],
    reviewer: null,
    reviewRequired: false,
    billable: true,
    billingRule: 'fixed_fee',
    fee: minor(90_000),
    currency: 'EUR',
    billingStatus: 'unbilled',
    checklistDone: 0,
    checklistTotal: 0,
    estimateMin: null,
    spentMin: 0,
    filedOn: null,
    ackNo: null,
    moves: [],
    periodFrom: null,
    periodTo: null,
    billingEntity: entity,
    clientBillable: true,
    clientErased: false,
    description: null,
    statusReason: null,
    completedAt: null,
    completedBy: null,
    submittedBy: null,
    pendingItemId: null,
    invoiceId: null,
    checklist: [],
    notes: [],
    mayWork: true,
    mayTalk: true,
    hasTime: false,
    ...patch,
  };
  const movable = {
    ...made,
    assigneeIds: [someone.id],
    reviewerId: made.reviewer?.id ?? null,
    submittedById: made.submittedBy?.id ?? null,
  };
  return { ...made, moves: movesFor(movable, { id: someone.id, mayEdit: true }) };
}

const lookupRows = {
  client: { ...client, more: { defaultEntityId: entity.id, currency: 'EUR' } },
  service: { ...service, more: { price: 90_000, currency: 'EUR' } },
  billing_entity: { ...entity, more: { baseCurrency: 'EUR' } },
  person: { id: someone.id, label: someone.name, more: {} },
};
export const find = ({ input }: { input: { kind: string } }) => {
  const row = lookupRows[input.kind as keyof typeof lookupRows];
  return row ? [row] : [];
};
