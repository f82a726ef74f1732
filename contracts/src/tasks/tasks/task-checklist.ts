import { z } from 'zod';
import { Instant, OwnId, PlainDate, Uuid, requiredText } from '../../fields.ts';

/** Which role on the task a checklist step is for. */
export const stepRoles = ['assignee', 'reviewer'] as const;
export type StepRole = (typeof stepRoles)[number];

export const newStep = {
  title: requiredText(200),
  /** Whether the item must be ticked before the task can be completed. */
  mandatory: z.boolean().default(false),
  /** The role that the item is for; null if it is for any assignee or the reviewer. */
  role: z
    .enum(stepRoles)
    .nullish()
    .transform((value) => value ?? null),
  dueOn: PlainDate.nullish().transform((value) => value ?? null),
};

/** The items in order. An item with the id of an existing item keeps its tick. */
export const Checklist = z
  .array(z.strictObject({ id: OwnId, ...newStep }))
  .max(100)
  .default([]);

export const ChecklistItem = z.object({
  id: Uuid,
  title: z.string(),
  mandatory: z.boolean(),
  role: z.enum(stepRoles).nullable(),
  dueOn: PlainDate.nullable(),
  doneAt: Instant.nullable(),
  doneBy: z.string().nullable(),
  /** Whether the caller may tick the item. */
  mayTick: z.boolean(),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

interface People {
  assigneeIds: readonly string[];
  reviewerId: string | null;
  submittedById: string | null;
}

/** Whether the step is for this person. A step without a role is for assignees and reviewer alike. */
export const isStepOf = (
  role: StepRole | null,
  { assigneeIds, reviewerId }: Pick<People, 'assigneeIds' | 'reviewerId'>,
  id: string,
): boolean => (role !== 'reviewer' && assigneeIds.includes(id)) || (role !== 'assignee' && reviewerId === id);

interface Ticker {
  id: string;
  /** Whether the person has tasks.edit. */
  mayEdit: boolean;
  /** Whether the person is an admin or a super admin. */
  isAdmin: boolean;
}

/** Assignees and the person who submitted the task must leave its review to others, even if they have tasks.edit. Admins are exempt. */
export const isBoundByReview = (
  { assigneeIds, submittedById }: Pick<People, 'assigneeIds' | 'submittedById'>,
  { id, isAdmin }: Pick<Ticker, 'id' | 'isAdmin'>,
): boolean => !isAdmin && (assigneeIds.includes(id) || submittedById === id);

/** People with tasks.edit may tick steps of others, but not the review of their own work. */
export const mayTickStep = (role: StepRole | null, people: People, ticker: Ticker): boolean =>
  isStepOf(role, people, ticker.id) || (ticker.mayEdit && !isBoundByReview(people, ticker));
