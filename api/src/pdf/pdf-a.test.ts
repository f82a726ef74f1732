import { PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { pdfAFaults } from '../../test/files/pdf-a-faults.ts';
import {
  chineseInvoice,
  frenchInvoice,
  indianInvoice,
  japaneseInvoice,
} from '../../test/files/printed-samples.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { endPrinting } from './print-pdf.ts';

afterAll(endPrinting);

const name = (text: string) => PDFName.of(text);
const dictOf = (object: PDFObject): PDFDict | undefined => {
  if (object instanceof PDFRawStream) return object.dict;
  return object instanceof PDFDict ? object : undefined;
};
const dicts = (pdf: PDFDocument): PDFDict[] =>
  pdf.context.enumerateIndirectObjects().flatMap(([, object]) => dictOf(object) ?? []);
const first = (pdf: PDFDocument, key: string): PDFDict => {
  const found = dicts(pdf).find((dict) => dict.has(name(key)));
  if (!found) throw new Error(`nothing has the key ${key}`);
  return found;
};

describe('an invoice as PDF/A-3', () => {
  it.each([
    ['English and Devanagari, with a code to pay by', indianInvoice],
    ['French, with other scripts', frenchInvoice],
    ['Japanese', japaneseInvoice],
    ['Chinese', chineseInvoice],
  ])('is without fault: %s', async (_what, invoice) => {
    expect(await pdfAFaults(await invoicePdf(invoice))).toEqual([]);
  });

  const damages: [string, (pdf: PDFDocument) => unknown, RegExp][] = [
    [
      'a font that is left out',
      (pdf) => {
        const descriptor = dicts(pdf).find((dict) =>
          ['FontFile2', 'FontFile3'].some((key) => dict.has(name(key))),
        );
        descriptor?.delete(name('FontFile2'));
        descriptor?.delete(name('FontFile3'));
      },
      /is not embedded/,
    ],
    [
      'glyphs without their characters',
      (pdf) => first(pdf, 'ToUnicode').delete(name('ToUnicode')),
      /cannot be copied/,
    ],
    ['colours without a profile', (pdf) => pdf.catalog.delete(name('OutputIntents')), /^no output intent$/],
    ['no metadata', (pdf) => pdf.catalog.delete(name('Metadata')), /^no metadata$/],
    [
      'another title than the metadata has',
      (pdf) => pdf.setTitle('Another'),
      /^not in the metadata: Another$/,
    ],
    ['a script', (pdf) => pdf.addJavaScript('hello', 'app.alert(1)'), /^action JavaScript$/],
    [
      'a file that does not state its relationship',
      (pdf) =>
        pdf.context.register(
          pdf.context.obj({ Type: 'Filespec', F: PDFString.of('a.xml'), EF: pdf.context.obj({}) }),
        ),
      /^an attachment does not state its relationship$/,
    ],
  ];
  it.each(damages)('would be rejected with %s', async (_what, damage, fault) => {
    const pdf = await PDFDocument.load(await invoicePdf(frenchInvoice), { updateMetadata: false });
    damage(pdf);
    const faults = await pdfAFaults(await pdf.save({ useObjectStreams: false }));
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });
});
