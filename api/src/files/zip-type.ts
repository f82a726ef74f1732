import { openPromise } from 'yauzl';
import type { FileType } from '@daybook/contracts/files';
import { Refusal } from '@daybook/contracts/refusals';

/** Each is a read of the file; an office file has some hundreds. */
const mostEntries = 10_000;

const openDocuments = ['spreadsheet', 'text', 'presentation'] as const;

/** By the main part, which some programs number. */
const mainParts: readonly [RegExp, FileType][] = [
  [/^xl\/workbook\d*\.xml$/i, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/^word\/document\d*\.xml$/i, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [
    /^ppt\/presentation\d*\.xml$/i,
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
];

/** Of Microsoft's files, those embedded in them, and of OpenDocument. */
const macros =
  /(?:^|\/)vbaproject\.bin$|^xl\/macrosheets\/|\/embeddings\/[^/]+\.\w+m$|^basic\/[^/]+\/(?!script-l[bc]\.xml)[^/]+\.xml$|^scripts\/./i;

/** Programs that are packed so: Java's, Android's, those of Windows. */
const programs = /^(?:meta-inf\/manifest\.mf|androidmanifest\.xml|appx\w*manifest\.xml)$/i;

/** Null where the directory cannot be read, names a file outside of the container or has more than anybody packs. */
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
 * An office file or a ZIP of anything, by its directory alone: what a bomb would become is nobody's worry here. Refuses FILE_MACROS.
 */
export async function zipTypeOf(path: string, head: string): Promise<FileType | null> {
  const names = await namesIn(path);
  if (names === null || names.some((name) => programs.test(name))) return null;
  if (names.some((name) => macros.test(name))) throw new Refusal('FILE_MACROS');
  // Its first file, stored as it is, says what an OpenDocument is.
  for (const kind of openDocuments) {
    const type = `application/vnd.oasis.opendocument.${kind}` as const;
    if (head.startsWith(`mimetype${type}PK`, 30)) return type;
  }
  if (!names.includes('[Content_Types].xml')) return 'application/zip';
  const found = mainParts.filter(([part]) => names.some((name) => part.test(name)));
  return found.length === 1 && found[0] ? found[0][1] : 'application/zip';
}
