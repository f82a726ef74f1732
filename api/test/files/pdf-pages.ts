import { execFileSync } from 'node:child_process';
import path from 'node:path';

interface PdfPage {
  text: string;
  /** The text by lines and cells, with spaces. */
  rows: string[][];
  /** Where its rightmost text ends, in points. */
  right: number;
  fonts: string[];
  images: number;
}

/** The text that a reader of the file can select. Without white space: a PDF positions scripts separately, and not every gap is a space. */
export function pdfPages(file: Uint8Array): PdfPage[] {
  const reader = path.join(import.meta.dirname, 'read-pdf.ts');
  const pages = JSON.parse(execFileSync(process.execPath, [reader], { input: file }).toString()) as PdfPage[];
  return pages.map((page) => ({ ...page, text: withoutSpace(page.text) }));
}

export const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');
