import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { ById, Instant, Uuid, Version, requiredText } from '../../fields.ts';
import { Attachment } from '../../files.ts';
import { ListTotal, listQuery, pageOf } from '../../lists.ts';

/** The most files of one client, without those in the bin. */
export const mostClientFiles = 2_000;
/** How long a deleted file stays in the bin. */
export const binDays = 30;

/** The folder of a file. */
const year = z.int().min(1950).max(2199);

/** A file of a client. `year` is its folder; null is the permanent file, for what belongs to no year. */
export const ClientFile = Attachment.extend({
  version: Version,
  year: year.nullable(),
  at: Instant,
  by: z.string().nullable(),
  /** Set while it is in the bin. */
  deletedAt: Instant.nullable(),
});
export type ClientFile = z.infer<typeof ClientFile>;

/** A folder in a filter: a year, or the permanent file. */
export const permanentFolder = 'permanent';
const Folder = z.string().regex(/^(permanent|(19[5-9]|20\d|21\d)\d)$/);

/** A file of an enquiry that the client came from. It is changed there. */
export const EnquiryFile = Attachment.extend({
  at: Instant,
  by: z.string().nullable(),
  enquiryNo: z.string(),
});
export type EnquiryFile = z.infer<typeof EnquiryFile>;

const path = '/clients/:id/files';
const view = 'clients.view';
const edit = 'clients.edit';
const One = ById.extend({ fileId: Uuid });
const query = listQuery(['-added', 'added', 'name', '-name'], {
  folder: Folder,
  /** The files in the bin instead of the others. */
  bin: z.stringbool(),
}).extend({ id: Uuid });

/** The files of a client, in folders by year. */
export const clientFiles = {
  list: endpoint({ method: 'GET', path, allow: view, input: query, output: pageOf(ClientFile) }),
  total: endpoint({ method: 'GET', path: `${path}/total`, allow: view, input: query, output: ListTotal }),
  /** The folders that have files, the permanent one first, and the number of files in the bin. */
  folders: endpoint({
    method: 'GET',
    path: `${path}/folders`,
    allow: view,
    input: ById,
    output: z.object({
      folders: z.array(z.object({ year: year.nullable(), files: z.int() })),
      inBin: z.int(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path,
    allow: edit,
    upload: true,
    input: ById.extend({ name: requiredText(200), year: z.coerce.number().pipe(year).optional() }),
    output: ClientFile,
  }),
  /** Renames a file, or moves it to another folder. Its extension stays that of its type. */
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:fileId`,
    allow: edit,
    versioned: true,
    input: One.extend({ name: requiredText(200), year: year.nullable() }),
    output: ClientFile,
  }),
  /** Moves a file into the bin. */
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:fileId`,
    allow: edit,
    versioned: true,
    input: One,
    output: ClientFile,
  }),
  /** Takes a file out of the bin. */
  restore: endpoint({
    method: 'POST',
    path: `${path}/:fileId/restore`,
    allow: edit,
    versioned: true,
    input: One,
    output: ClientFile,
  }),
  ofEnquiries: endpoint({
    method: 'GET',
    path: '/clients/:id/enquiry-files',
    allow: view,
    input: ById,
    output: z.array(EnquiryFile),
  }),
  enquiryFile: endpoint({
    method: 'GET',
    path: '/clients/:id/enquiry-files/:fileId/file',
    allow: view,
    file: true,
    input: One,
    output: fileOutput,
  }),
  file: endpoint({
    method: 'GET',
    path: `${path}/:fileId/file`,
    allow: view,
    file: true,
    input: One,
    output: fileOutput,
  }),
};
