import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '@daybook/contracts/files';
import { encodingOf, isWrongEncoding, olderEncodings } from './text-encodings.ts';

const pieceBytes = 1024 * 1024;
const startLength = 1024;
/** More than the longest match, so that no match is missed where two pieces meet. */
const overlap = 128;

const unprintable = /[^\P{Cc}\t\n\v\f\r\u0085]/u;

/** Scripts, PostScript, RTF, and a GIF that passes as text. */
const refusedStart = /^(?:#!|@echo\b|%!|\{\\rtf|gif8)/i;

/**
 * XML that a browser runs or shows as a page, or that makes a reader fetch something: elements of pages and drawings under any
 * prefix (an honest prefix is not longer), document types, style sheets, and Office's own XML, which has macros.
 */
const livelyXml =
  /<(?:[^\s<>/:]{0,60}:)?(?:svg|html|script|iframe)\b|<[^\s<>/]{100}|<!(?:doctype|entity)|<\?(?:xml-stylesheet|mso-application)/i;

/** In other encodings a reader could see something else than this check. */
const plainEncoding = /^(?:utf-?8|utf-?16(?:le|be)?|us-ascii|iso-8859-\d+|windows-125\d)$/i;

/** Throws when the bytes are no text. */
async function* piecesOf(handle: FileHandle, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const piece = Buffer.alloc(pieceBytes);
  for (let from = 0; ; from += pieceBytes) {
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, from);
    const isLast = bytesRead < pieceBytes;
    yield decoder.decode(piece.subarray(0, bytesRead), { stream: !isLast });
    if (isLast) return;
  }
}

/** The first characters and the last one, without spaces; null when the text contains control characters or active XML. */
async function endsOf(pieces: AsyncIterable<string>): Promise<{ start: string; end: string } | null> {
  let [start, end, before] = ['', '', ''];
  for await (const piece of pieces) {
    if (unprintable.test(piece)) return null;
    if (start.length < startLength) start = (start + piece).trimStart().slice(0, startLength);
    if (start.startsWith('<') && livelyXml.test(before + piece)) return null;
    end = (end + piece).trimEnd().slice(-1);
    before = piece.slice(-overlap);
  }
  return { start, end };
}

function xmlOrNothing(start: string, end: string): FileType | null {
  const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)/.exec(start)?.[1] ?? 'utf-8';
  const isXml = /^<(?:\?xml\s|[A-Za-z_])/.test(start) && end === '>' && plainEncoding.test(declared);
  return isXml ? 'application/xml' : null;
}

type Ends = Awaited<ReturnType<typeof endsOf>>;

/** Undefined when the bytes are not in this encoding. */
async function endsIn(handle: FileHandle, encoding: string): Promise<Ends | undefined> {
  try {
    return await endsOf(piecesOf(handle, encoding));
  } catch (error) {
    if (isWrongEncoding(error)) return undefined;
    throw error;
  }
}

const isRefused = (start: string) => start === '' || refusedStart.test(start) || start.includes('%PDF-');

function typeOfEnds({ start, end }: NonNullable<Ends>): FileType | null {
  if (isRefused(start)) return null;
  if (start.startsWith('<')) return xmlOrNothing(start, end);
  const isJson = (start.startsWith('{') && end === '}') || (start.startsWith('[') && end === ']');
  return isJson ? 'application/json' : 'text/plain';
}

/**
 * Text in UTF-8, in UTF-16 with a byte order mark, or in an older encoding. In the first two it is JSON or XML by how it begins and
 * ends. Null for a page, a drawing and a script.
 */
export async function textTypeOf(handle: FileHandle, head: string): Promise<FileType | null> {
  const ends = await endsIn(handle, encodingOf(head));
  if (ends !== undefined) return ends && typeOfEnds(ends);
  // In older encodings only plain text is accepted, neither JSON nor XML.
  for (const encoding of olderEncodings) {
    const older = await endsIn(handle, encoding);
    if (older) return isRefused(older.start) || older.start.startsWith('<') ? null : 'text/plain';
  }
  return null;
}
