import { z } from 'zod';

/**
 * Which of the people who see a client read a note or a document of it (docs/rules.md#notes-by-level): everyone; the relationship
 * manager, managers and admins; managers and admins; or its author alone. The author always does.
 */
export const clientLevels = ['everyone', 'crm_up', 'manager_up', 'author'] as const;
export type ClientLevel = (typeof clientLevels)[number];
export const ClientLevel = z.enum(clientLevels);
