// Runs outside jest, which cannot load the modules of PDF.js: reads a PDF from stdin, writes its texts, fonts and pictures
// by page.
import { buffer } from 'node:stream/consumers';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

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
const file = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
const pages = [];
for (let number = 1; number <= file.numPages; number++) {
  const page = await file.getPage(number);
  const { items } = await page.getTextContent();
  const { fnArray, argsArray } = await page.getOperatorList();
  const fonts = (argsArray as ([string] | null)[]).flatMap((args, index) =>
    args && fnArray[index] === OPS.setFont ? [(page.commonObjs.get(args[0]) as { name: string }).name] : [],
  );
  pages.push({
    right: Math.max(0, ...items.map((item) => ('str' in item ? Number(item.transform[4]) + item.width : 0))),
    text: items.flatMap((item) => ('str' in item ? [item.str] : [])).join(''),
    rows: rowsOf(items.flatMap((item) => ('str' in item ? [item.str] : []))),
    fonts: [...new Set(fonts)],
    images: fnArray.filter((operation) => operation === OPS.paintImageXObject).length,
  });
}
process.stdout.write(JSON.stringify(pages));
