import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';

/** Finds what ISO 19005-3 requires at level B and one of our files could violate; docs/testing.md lists what is not checked. Returns the violations. */
export async function pdfAFaults(file: Uint8Array): Promise<string[]> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false, throwOnInvalidObject: true });
  const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object);
  return [
    ...faultsOfFile(file, pdf),
    ...faultsOfMetadata(pdf),
    ...faultsOfOutput(pdf),
    ...objects.flatMap(faultsOfObject),
    ...faultsOfAttachments(pdf, objects),
  ];
}

const check = (isRight: boolean, fault: string): string[] => (isRight ? [] : [fault]);
const name = (text: string) => PDFName.of(text);
const dictOf = (object: PDFObject | undefined): PDFDict | undefined => {
  if (object instanceof PDFRawStream) return object.dict;
  return object instanceof PDFDict ? object : undefined;
};
const nameAt = (dict: PDFDict | undefined, key: string): string | undefined => {
  const found = dict?.lookup(name(key));
  return found instanceof PDFName ? found.decodeText() : undefined;
};
const textAt = (dict: PDFDict | undefined, key: string): string | undefined => {
  const found = dict?.lookup(name(key));
  return found instanceof PDFString || found instanceof PDFHexString ? found.decodeText() : undefined;
};
const bytesOf = (object: PDFObject | undefined): Uint8Array =>
  object instanceof PDFRawStream ? decodePDFRawStream(object).decode() : new Uint8Array();

function faultsOfFile(file: Uint8Array, { context }: PDFDocument): string[] {
  const { ID, Encrypt } = context.trailerInfo;
  // "%PDF-1.7", the end of its line, then a comment of four bytes that are not ASCII.
  const second = file.subarray(file.indexOf(10) + 1);
  return [
    ...check(/^%PDF-1\.[4-7]\r?\n/.test(Buffer.from(file.subarray(0, 10)).toString('latin1')), 'no header'),
    ...check(second[0] === 37 && second.subarray(1, 5).every((byte) => byte > 127), 'no binary comment'),
    ...check(ID instanceof PDFArray && ID.size() === 2, 'no file identifier'),
    ...check(Encrypt === undefined, 'encrypted'),
  ];
}

/** The XMP packet must be uncompressed, claim the level, and agree with the document information. */
function faultsOfMetadata(pdf: PDFDocument): string[] {
  const stream = pdf.catalog.lookup(name('Metadata'));
  if (!(stream instanceof PDFRawStream)) return ['no metadata'];
  const xmp = Buffer.from(stream.contents).toString('utf8');
  const { Info } = pdf.context.trailerInfo;
  const info = dictOf(Info === undefined ? undefined : pdf.context.lookup(Info));
  const properties = ['Title', 'Author', 'Subject', 'Creator', 'Producer'].map((key) => textAt(info, key));
  // "D:20260305120000Z" is written 2026-03-05T12:00:00 in XMP.
  const dates = ['CreationDate', 'ModDate'].map((key) =>
    textAt(info, key)?.replace(/^D:(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3'),
  );
  const said = [...properties, ...dates].filter((text) => text !== undefined && text !== '');
  const plain = xmp.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  return [
    ...check(stream.dict.get(name('Filter')) === undefined, 'metadata is packed'),
    ...check(xmp.startsWith('<?xpacket begin') && xmp.includes('<?xpacket end'), 'no XMP packet'),
    ...check(/pdfaid:part(>|=")3[<"]/.test(xmp), 'metadata claims no part 3'),
    ...check(/pdfaid:conformance(>|=")[ABU][<"]/.test(xmp), 'metadata claims no level'),
    ...said.filter((text) => !plain.includes(text ?? '')).map((text) => `not in the metadata: ${text}`),
  ];
}

/** The file must have a profile that defines its colours. */
function faultsOfOutput(pdf: PDFDocument): string[] {
  const intents = pdf.catalog.lookupMaybe(name('OutputIntents'), PDFArray);
  const intent = dictOf(intents?.lookup(0));
  const profile = intent?.lookup(name('DestOutputProfile'));
  const components = dictOf(profile)?.lookupMaybe(name('N'), PDFNumber)?.asNumber();
  const isIcc = Buffer.from(bytesOf(profile).subarray(36, 40)).toString('latin1') === 'acsp';
  return [
    ...check(nameAt(intent, 'S') === 'GTS_PDFA1', 'no output intent'),
    ...check(isIcc && [1, 3, 4].includes(components ?? 0), 'no colour profile'),
  ];
}

const forbiddenActions = new Set(
  'Launch Sound Movie ResetForm ImportData Hide SetOCGState Rendition Trans GoTo3DView JavaScript'.split(' '),
);

function faultsOfObject(object: PDFObject): string[] {
  const dict = dictOf(object);
  if (dict === undefined) return [];
  const type = nameAt(dict, 'Type');
  const filters = dict.get(name('Filter'))?.toString() ?? '';
  return [
    ...check(!/LZWDecode|Crypt/.test(filters), 'packed by a forbidden filter'),
    ...check(!(object instanceof PDFRawStream) || !dict.has(name('F')), 'a stream outside the file'),
    ...check(!forbiddenActions.has(nameAt(dict, 'S') ?? ''), `action ${nameAt(dict, 'S')}`),
    ...check(!dict.has(name('AA')) && !dict.has(name('XFA')), 'actions by themselves or an XFA form'),
    ...check(dict.get(name('Interpolate'))?.toString() !== 'true', 'an image is interpolated'),
    ...(type === 'Font' ? faultsOfFont(dict) : []),
  ];
}

/** Each font that shows glyphs must be embedded, with maps from codes to characters and from characters to glyphs. */
function faultsOfFont(font: PDFDict): string[] {
  const called = nameAt(font, 'BaseFont') ?? 'a font';
  const subtype = nameAt(font, 'Subtype');
  if (subtype === 'Type3') return [];
  const hasWords = font.lookup(name('ToUnicode')) instanceof PDFRawStream;
  if (subtype === 'Type0') {
    const isIdentity = nameAt(font, 'Encoding')?.startsWith('Identity') ?? false;
    return [
      ...check(hasWords, `${called} cannot be copied as text`),
      ...check(isIdentity, `${called} has an encoding that is not in the file`),
    ];
  }
  const descriptor = dictOf(font.lookup(name('FontDescriptor')));
  const program = ['FontFile', 'FontFile2', 'FontFile3'].map((key) => descriptor?.lookup(name(key)));
  const isCid = subtype?.startsWith('CIDFont') ?? false;
  const isMapped = subtype !== 'CIDFontType2' || font.has(name('CIDToGIDMap'));
  return [
    ...check(
      program.some((one) => bytesOf(one).length > 0),
      `${called} is not embedded`,
    ),
    ...check(isCid || hasWords, `${called} cannot be copied as text`),
    ...check(isMapped, `${called} has no way to its glyphs`),
  ];
}

/** Each attachment must state its relationship to the document, and the document must list it. */
function faultsOfAttachments(pdf: PDFDocument, objects: readonly PDFObject[]): string[] {
  const files = objects.filter((object) => dictOf(object)?.has(name('EF')) ?? false);
  const known = pdf.catalog.lookupMaybe(name('AF'), PDFArray)?.size() ?? 0;
  return [
    ...files.flatMap((object) =>
      check(
        nameAt(dictOf(object), 'AFRelationship') !== undefined,
        'an attachment does not state its relationship',
      ),
    ),
    ...check(known >= files.length, 'an attachment that the document does not name'),
  ];
}
