import { execFileSync } from 'node:child_process';
import path from 'node:path';

interface PdfPage {
  text: string;
  /** The same by lines and the cells in them, with its spaces. */
  rows: string[][];
  /** Where its last text ends, in points. */
  right: number;
  fonts: string[];
  images: number;
}

/** What a reader of the file can select. Without white space: a PDF places scripts apart, and not every gap is a space. */
export function pdfPages(file: Uint8Array): PdfPage[] {
  const reader = path.join(import.meta.dirname, 'read-pdf.ts');
  const pages = JSON.parse(execFileSync(process.execPath, [reader], { input: file }).toString()) as PdfPage[];
  return pages.map((page) => ({ ...page, text: withoutSpace(page.text) }));
}

export const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');
