import { createRequire } from 'node:module';
import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

const require = createRequire(import.meta.url);

// Folders, not bytes: a font is read when a text first needs it, and the Chinese fonts take 20 MB.
const fontFolders = [
  require.resolve('@expo-google-fonts/noto-sans/package.json'),
  require.resolve('@expo-google-fonts/noto-sans-jp/package.json'),
  require.resolve('@expo-google-fonts/noto-sans-sc/package.json'),
  require.resolve('@expo-google-fonts/noto-sans-arabic/package.json'),
  require.resolve('@expo-google-fonts/noto-sans-hebrew/package.json'),
].flatMap((manifest) => ['400Regular', '700Bold'].map((weight) => path.join(path.dirname(manifest), weight)));

const MOST_TAGGED_CHARACTERS = 50_000;

let compiler: NodeCompiler | undefined;

/** The workspace is this folder: a template can read nothing outside it, and imports no package. */
const theCompiler = (): NodeCompiler =>
  (compiler ??= NodeCompiler.create({
    workspace: import.meta.dirname,
    fontArgs: [{ fontPaths: fontFolders }],
  }));

export interface Printing {
  /** The creation date in the file: the document’s own date, so that the same data gives the same bytes. */
  date: string;
  /** Pictures in the template, by file name. */
  images?: Record<string, Uint8Array>;
  /** The colour of headings and of the amount due. */
  accent: string;
}

/**
 * Renders `<template>.typ` as PDF/A-3b. The data is passed as JSON and printed as text, never read as markup. PDF/A does not
 * allow a character that none of our fonts has; such a document becomes a plain PDF with the fonts of the machine, because an
 * invoice that cannot be printed is worse.
 */
export function renderPdf(
  template: string,
  json: string,
  { date, images = {}, accent }: Printing,
): Uint8Array {
  const typst = theCompiler();
  const isLong = json.length > MOST_TAGGED_CHARACTERS;
  const files = Object.entries(images).map(
    ([name, bytes]) => [path.join(import.meta.dirname, name), Buffer.from(bytes)] as const,
  );
  for (const [file, bytes] of files) typst.mapShadow(file, bytes);
  // Not through `compile`: its result takes 1 MB outside the heap, which the garbage collector frees late.
  const print = (anyFont: 'yes' | 'no', pdfStandard?: 'a-3b') =>
    typst.pdf(
      {
        mainFilePath: path.join(import.meta.dirname, `${template}.typ`),
        inputs: { data: json, anyFont, accent },
      },
      {
        pdfStandard,
        creationTimestamp: Date.parse(`${date}T00:00:00Z`) / 1000,
        // The tags are for screen readers; for a table of thousands of rows they would be 95 % of the file.
        pdfTags: !isLong,
      },
    );
  try {
    return print('no', 'a-3b');
  } catch (error) {
    if (!String(error).includes('PDF/A')) throw error;
    return print('yes');
  } finally {
    for (const [file] of files) typst.unmapShadow(file);
    // Keeps only what the last documents shared; otherwise every rendered document would stay in memory.
    typst.evictCache(isLong ? 0 : 1);
  }
}
