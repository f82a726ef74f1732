import { z } from 'zod';
import { Reference } from './fields.ts';

/** What may be attached, told by what the bytes are. Images and PDF are shown; HEIC is kept and only downloaded (ruling 15). */
export const fileTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic'] as const;
export type FileType = (typeof fileTypes)[number];

export const maxFileBytes = 25 * 1024 * 1024;

export const isShown = (type: FileType): boolean => type !== 'image/heic';

/** An attached file; the label is what it was called. */
export const Attachment = Reference.extend({ type: z.enum(fileTypes), size: z.int() });
export type Attachment = z.infer<typeof Attachment>;
