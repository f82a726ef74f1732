import { z } from 'zod';
import { Reference } from './fields.ts';

interface FileKind {
  /** The extensions allowed for the type. A file with another extension gets the first one. */
  extensions: readonly [string, ...string[]];
  /** Set if browsers display this type. Other files are stored unchanged and only downloaded (docs/rules.md#files). */
  isShown?: true;
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The file types that may be stored, recognised by content. */
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
  // An office file with a password: its exact type cannot be read without the password.
  'application/x-ole-storage': { extensions: ['xlsx', 'docx', 'pptx'] },
  'application/zip': { extensions: ['zip'] },
  'application/json': { extensions: ['json'] },
  'application/xml': { extensions: ['xml', 'xbrl'] },
  // The content does not show whether text is a table or a note.
  'text/plain': { extensions: ['txt', 'csv', 'tsv', 'md', 'log'] },
} as const satisfies Record<string, FileKind>;

export type FileType = keyof typeof fileKinds;
export const fileTypes = Object.keys(fileKinds) as FileType[];

export const extensionsOf = (type: FileType): FileKind['extensions'] => fileKinds[type].extensions;
export const isShown = (type: FileType): boolean => 'isShown' in fileKinds[type];

/** The types accepted in each place: any storable type on a document or task, and receipts on an expense. */
export const takenAt = {
  document: fileTypes,
  receipt: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic'],
} as const satisfies Record<string, readonly FileType[]>;
export type FilePlace = keyof typeof takenAt;

/** The `accept` of a file input. Extensions are listed for systems that do not know the media type. */
export const acceptedAt = (place: FilePlace): string =>
  takenAt[place].flatMap((type) => [type, ...extensionsOf(type).map((ending) => `.${ending}`)]).join(',');

export const maxFileBytes = 25 * 1024 * 1024;

/** An attached file. The label is its original name. */
export const Attachment = Reference.extend({ type: z.enum(fileTypes), size: z.int() });
export type Attachment = z.infer<typeof Attachment>;
