import { z } from 'zod';
import { Reference } from './fields.ts';

interface FileKind {
  /** Those it may bear; the first is given to one that bears another. */
  extensions: readonly [string, ...string[]];
  /** By the browser itself. Everything else is kept as it came and only downloaded (docs/rules.md#files). */
  isShown?: true;
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** What may be kept, told by what the bytes are. */
const fileKinds = {
  'application/pdf': { extensions: ['pdf'], isShown: true },
  'image/png': { extensions: ['png'], isShown: true },
  'image/jpeg': { extensions: ['jpg', 'jpeg'], isShown: true },
  'image/webp': { extensions: ['webp'], isShown: true },
  'image/heic': { extensions: ['heic', 'heif'] },
  [`${openXml}.spreadsheetml.sheet`]: { extensions: ['xlsx'] },
  [`${openXml}.wordprocessingml.document`]: { extensions: ['docx'] },
  [`${openXml}.presentationml.presentation`]: { extensions: ['pptx'] },
  [`${openDocument}.spreadsheet`]: { extensions: ['ods'] },
  [`${openDocument}.text`]: { extensions: ['odt'] },
  [`${openDocument}.presentation`]: { extensions: ['odp'] },
  'application/vnd.ms-excel': { extensions: ['xls'] },
  'application/msword': { extensions: ['doc'] },
  'application/vnd.ms-powerpoint': { extensions: ['ppt'] },
  // An office file under a password: which, only the password tells.
  'application/x-ole-storage': { extensions: ['xlsx', 'docx', 'pptx'] },
  'application/zip': { extensions: ['zip'] },
  'application/json': { extensions: ['json'] },
  'application/xml': { extensions: ['xml', 'xbrl'] },
  // What is a table and what is a note, no byte tells.
  'text/plain': { extensions: ['txt', 'csv', 'tsv', 'md', 'log'] },
} as const satisfies Record<string, FileKind>;

export type FileType = keyof typeof fileKinds;
export const fileTypes = Object.keys(fileKinds) as FileType[];

export const extensionsOf = (type: FileType): FileKind['extensions'] => fileKinds[type].extensions;
export const isShown = (type: FileType): boolean => 'isShown' in fileKinds[type];

/** Which kinds a place takes: beside a document or a task everything that is kept, for an expense its receipt. */
export const takenAt = {
  document: fileTypes,
  receipt: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic'],
} as const satisfies Record<string, readonly FileType[]>;
export type FilePlace = keyof typeof takenAt;

/** For a choice of files: systems that know no type of a kind go by the extension. */
export const acceptedAt = (place: FilePlace): string =>
  takenAt[place].flatMap((type) => [type, ...extensionsOf(type).map((ending) => `.${ending}`)]).join(',');

export const maxFileBytes = 25 * 1024 * 1024;

/** An attached file; the label is what it was called. */
export const Attachment = Reference.extend({ type: z.enum(fileTypes), size: z.int() });
export type Attachment = z.infer<typeof Attachment>;
