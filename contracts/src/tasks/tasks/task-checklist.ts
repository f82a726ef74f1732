import { z } from 'zod';
import { Instant, OwnId, PlainDate, Uuid, requiredText } from '../../fields.ts';

/** Who of the task is meant to do a step. */
export const stepRoles = ['assignee', 'reviewer'] as const;
export type StepRole = (typeof stepRoles)[number];

export const newStep = {
  title: requiredText(200),
  /** Has to be ticked before the task is completed. */
  mandatory: z.boolean().default(false),
  /** Null is anyone of the task. */
  role: z
    .enum(stepRoles)
    .nullish()
    .transform((value) => value ?? null),
  dueOn: PlainDate.nullish().transform((value) => value ?? null),
};

/** In order; one with the id of an existing item keeps its tick. */
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
  /** Whether it is the caller's to tick. */
  mayTick: z.boolean(),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

interface People {
  assigneeIds: readonly string[];
  reviewerId: string | null;
  submittedById: string | null;
}

/** A step of nobody in particular is of all whom the task names. */
export const isStepOf = (
  role: StepRole | null,
  { assigneeIds, reviewerId }: Pick<People, 'assigneeIds' | 'reviewerId'>,
  id: string,
): boolean => (role !== 'reviewer' && assigneeIds.includes(id)) || (role !== 'assignee' && reviewerId === id);

interface Ticker {
  id: string;
  /** Holds tasks.edit. */
  mayEdit: boolean;
  /** Answers for the whole firm: an admin or a super admin. */
  isAdmin: boolean;
}

/** Whoever does the work, or has sent it to its review, leaves the review to others, also with tasks.edit. */
export const isBoundByReview = (
  { assigneeIds, submittedById }: Pick<People, 'assigneeIds' | 'submittedById'>,
  { id, isAdmin }: Pick<Ticker, 'id' | 'isAdmin'>,
): boolean => !isAdmin && (assigneeIds.includes(id) || submittedById === id);

/** Whoever edits tasks ticks for others, and nothing over their own work. */
export const mayTickStep = (role: StepRole | null, people: People, ticker: Ticker): boolean =>
  isStepOf(role, people, ticker.id) || (ticker.mayEdit && !isBoundByReview(people, ticker));
