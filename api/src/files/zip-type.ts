import { openPromise } from 'yauzl';
import type { FileType } from '@daybook/contracts/files';
import { Refusal } from '@daybook/contracts/refusals';

/** Each entry costs a read of the file. An office file has some hundreds. */
const mostEntries = 10_000;

const openDocuments = ['spreadsheet', 'text', 'presentation'] as const;

/** The type by the name of the main part, which some programs number. */
const mainParts: readonly [RegExp, FileType][] = [
  [/^xl\/workbook\d*\.xml$/i, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/^word\/document\d*\.xml$/i, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [
    /^ppt\/presentation\d*\.xml$/i,
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
];

/** Macros of Microsoft's files, of files embedded in them, and of OpenDocument. */
const macros =
  /(?:^|\/)vbaproject\.bin$|^xl\/macrosheets\/|\/embeddings\/[^/]+\.\w+m$|^basic\/[^/]+\/(?!script-l[bc]\.xml)[^/]+\.xml$|^scripts\/./i;

/** Programs in ZIP format: of Java, Android and Windows. */
const programs = /^(?:meta-inf\/manifest\.mf|androidmanifest\.xml|appx\w*manifest\.xml)$/i;

/** Null when the directory cannot be read, names a file outside the archive or has too many entries. */
async function namesIn(path: string): Promise<string[] | null> {
  const names: string[] = [];
  try {
    const zip = await openPromise(path);
    if (zip.entryCount > mostEntries) {
      zip.close();
      return null;
    }
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
  } catch {
    return null;
  }
  return names;
}

/**
 * An office file or any other ZIP archive, by its directory alone, so that a ZIP bomb does no harm. Refuses FILE_MACROS.
 */
export async function zipTypeOf(path: string, head: string): Promise<FileType | null> {
  const names = await namesIn(path);
  if (names === null || names.some((name) => programs.test(name))) return null;
  if (names.some((name) => macros.test(name))) throw new Refusal('FILE_MACROS');
  // The first file of an OpenDocument is uncompressed and states the type.
  for (const kind of openDocuments) {
    const type = `application/vnd.oasis.opendocument.${kind}` as const;
    if (head.startsWith(`mimetype${type}PK`, 30)) return type;
  }
  if (!names.includes('[Content_Types].xml')) return 'application/zip';
  const found = mainParts.filter(([part]) => names.some((name) => part.test(name)));
  return found.length === 1 && found[0] ? found[0][1] : 'application/zip';
}
