// A thread outside jest, which cannot load the modules of PDF.js: takes PDFs, and answers with their texts, fonts and pictures
// by page.
import { workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import type { PdfAnswer, PdfPage } from './pdf-pages.ts';

/** An empty item ends a row, a blank one ends a cell; text in two scripts comes as two items of one cell. */
function rowsOf(strings: readonly string[]): string[][] {
  const rows: string[][] = [['']];
  for (const string of strings) {
    const row = rows.at(-1) ?? [];
    if (string === '') rows.push(['']);
    else if (string === ' ') row.push('');
    else row[row.length - 1] += string;
  }
  return rows;
}

const { OPS } = await getResolvedPDFJS();

async function pagesOf(bytes: Uint8Array): Promise<PdfPage[]> {
  const file = await getDocumentProxy(new Uint8Array(bytes));
  try {
    return await readPages(file);
  } finally {
    await file.loadingTask.destroy();
  }
}

async function readPages(file: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<PdfPage[]> {
  const pages: PdfPage[] = [];
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    const { fnArray, argsArray } = await page.getOperatorList();
    const fonts = (argsArray as ([string] | null)[]).flatMap((args, index) =>
      args && fnArray[index] === OPS.setFont ? [(page.commonObjs.get(args[0]) as { name: string }).name] : [],
    );
    pages.push({
      right: Math.max(
        0,
        ...items.map((item) => ('str' in item ? Number(item.transform[4]) + item.width : 0)),
      ),
      text: items.flatMap((item) => ('str' in item ? [item.str] : [])).join(''),
      rows: rowsOf(items.flatMap((item) => ('str' in item ? [item.str] : []))),
      fonts: [...new Set(fonts)],
      images: fnArray.filter((operation) => operation === OPS.paintImageXObject).length,
    });
  }
  return pages;
}

const { port, answered } = workerData as { port: MessagePort; answered: Int32Array };
const answer = (message: PdfAnswer): void => {
  port.postMessage(JSON.stringify(message));
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
};
port.on('message', (bytes: Uint8Array) => {
  pagesOf(bytes).then(
    (pages) => answer({ pages }),
    (error: unknown) => answer({ fault: String(error) }),
  );
});
