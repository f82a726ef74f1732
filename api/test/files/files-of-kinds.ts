import { strToU8, zipSync } from 'fflate';

type File = readonly [what: string, file: Buffer];

const text = (words: string): Buffer => Buffer.from(words, 'utf8');
const latin = (signs: string): Buffer => Buffer.from(signs, 'latin1');

export const zipOf = (...names: string[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('<part/>')]))));

/** Compressing so many entries would take seconds. */
const zipOfMany = (count: number): Buffer => {
  const entries = Array.from({ length: count }, (_none, no) => [`${no}`, strToU8('<part/>')] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 0 }));
};

/** Its first entry names the type and is not compressed. */
const openDocument = (kind: string, ...names: string[]): Buffer =>
  Buffer.from(
    zipSync({
      mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
      ...Object.fromEntries(names.map((name) => [name, strToU8('<part/>')])),
    }),
  );

/** A compound file with these names in its directory. */
export function oleOf(...names: string[]): Buffer {
  const header = Buffer.concat([
    latin('\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1'),
    Buffer.alloc(504),
  ]);
  const entries = ['Root Entry', ...names].map((name, index) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(2 * name.length + 2, 64);
    entry[66] = index === 0 ? 5 : 2;
    return entry;
  });
  return Buffer.concat([header, ...entries]);
}

/** As an archiver with a password marks its entries. */
function encrypted(zip: Buffer): Buffer {
  const marked = Buffer.from(zip);
  for (const [signature, flags] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const) {
    for (let at = marked.indexOf(signature); at >= 0; at = marked.indexOf(signature, at + 1))
      marked[at + flags] = (marked[at + flags] ?? 0) + 1;
  }
  return marked;
}

const utf16 = (words: string): Buffer => Buffer.from(`\uFEFF${words}`, 'utf16le');
const parts = ['[Content_Types].xml', '_rels/.rels'];
const svg = 'xmlns="http://www.w3.org/2000/svg" onload="alert(1)"';
const million = 1_050_000;

/** Files that can be attached to a document: type, bytes, the name given, the name stored. */
export const keptFiles: readonly (readonly [type: string, file: Buffer, given: string, kept: string])[] = [
  [
    'vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    zipOf(...parts, 'xl/workbook.xml'),
    'a.XLSX',
    'a.XLSX',
  ],
  [
    'vnd.openxmlformats-officedocument.wordprocessingml.document',
    zipOf(...parts, 'word/document2.xml'),
    'a.docm',
    'a.docm.docx',
  ],
  [
    'vnd.openxmlformats-officedocument.presentationml.presentation',
    zipOf(...parts, 'ppt/presentation.xml'),
    'a.exe',
    'a.exe.pptx',
  ],
  ['vnd.oasis.opendocument.spreadsheet', openDocument('spreadsheet', 'content.xml'), 'a.ods', 'a.ods'],
  ['vnd.oasis.opendocument.text', openDocument('text', 'Basic/Standard/script-lb.xml'), 'a.pdf', 'a.pdf.odt'],
  ['vnd.oasis.opendocument.presentation', openDocument('presentation', 'content.xml'), 'a', 'a.odp'],
  ['vnd.ms-excel', oleOf('Workbook'), 'a.xls', 'a.xls'],
  ['msword', oleOf('1Table', 'WordDocument'), 'setup.msi', 'setup.msi.doc'],
  ['vnd.ms-powerpoint', oleOf('PowerPoint Document'), 'a.ppt', 'a.ppt'],
  ['x-ole-storage', oleOf('EncryptionInfo', 'EncryptedPackage'), 'a.docx', 'a.docx'],
  ['zip', zipOf('a.txt', 'setup.exe', 'inner.zip'), 'photo.jar', 'photo.jar.zip'],
  ['zip', encrypted(zipOf('secret.pdf')), '../../secret.zip', 'secret.zip'],
  ['zip', zipOf(...parts, 'xl/workbook.xml', 'word/document.xml'), 'both.xlsx', 'both.xlsx.zip'],
  ['zip', zipOf('a.txt'), 'C:\\run.bat', 'run.bat.zip'],
  ['zip', Buffer.from(zipSync({ bomb: new Uint8Array(20_000_000) })), 'bomb.zip', 'bomb.zip'],
  ['json', text('\uFEFF {"page":"<html>"}\n'), 'a.html', 'a.html.json'],
  ['json', utf16('[1, 2]'), 'a.json', 'a.json'],
  [
    'xml',
    text('<?xml version="1.0" encoding="UTF-8"?>\n<Invoice><ds:Object/></Invoice>'),
    'a.svg',
    'a.svg.xml',
  ],
  ['xml', text('<ENVELOPE><HEADER/></ENVELOPE>'), 'a.xml', 'a.xml'],
  // Parts of pages cannot be told from XML.
  ['xml', text('<body onload="alert(1)">a</body>'), 'a.html', 'a.html.xml'],
  [
    'xml',
    text('<p xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></p>'),
    'a.xml',
    'a.xml',
  ],
  ['text/plain', text('日付;金額\r\n2026-04-01;1 200\r\n'), '銀行.csv', '銀行.csv'],
  ['text/plain', utf16('Datum\tBetrag'), 'a.js', 'a.js.txt'],
  // 日付,金額 in Shift_JIS, 日期,金额 in GBK, and a statement of a French bank.
  ['text/plain', Buffer.from('93fa95742c8bc08a7a0d0a', 'hex'), 'meisai.csv', 'meisai.csv'],
  ['text/plain', Buffer.from('c8d5c6da2cbdf0b6ee0d0a', 'hex'), 'a.csv', 'a.csv'],
  ['text/plain', latin('libell\u00E9;d\u00E9bit\r\n'), 'relev\u00E9.csv', 'relev\u00E9.csv'],
  ['text/plain', Buffer.concat([Buffer.alloc(1024 ** 2 - 1, 'a'), text('é')]), '.htaccess', 'htaccess.txt'],
];

/** Files that cannot be attached, although they begin like an accepted type or have its name. */
export const refusedFiles: readonly File[] = [
  ['a page', text('<!doctype html><script>alert(1)</script>')],
  ['a page after a mark and space', text(`\uFEFF${' '.repeat(million)}<html></html>`)],
  ['a page in UTF-16', utf16('<html><script>alert(1)</script></html>')],
  ['a drawing that runs', text(`<svg ${svg}/>`)],
  ['a drawing that says it is XML', text(`<?xml version="1.0"?><!-- x --><svg ${svg}/>`)],
  ['a drawing under a prefix', text(`<?xml version="1.0"?><x:svg xmlns:x="http://www.w3.org/2000/svg"/>`)],
  ['a drawing far inside XML', text(`<a>${' '.repeat(million - 8)}<x:svg/></a>`)],
  ['a drawing where two pieces meet', text(`<a>${' '.repeat(1024 ** 2 - 5)}<svg/></a>`)],
  ['a page as XML', text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')],
  [
    'XML with a document type',
    text('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x/>'),
  ],
  ['XML with a style sheet', text('<?xml version="1.0"?><?xml-stylesheet href="#a" type="text/xsl"?><x/>')],
  ['XML of Office', text('<?xml version="1.0"?><?mso-application progid="Word.Document"?><x/>')],
  ['XML in another encoding', text('<?xml version="1.0" encoding="UTF-7"?><x/>')],
  ['XML that ends as something else', text('<x/>alert(1)')],
  ['a comment, then a page', text('<!-- --><b onclick="x">')],
  ['a script', text('#!/bin/sh\nrm -rf /')],
  ['a script of Windows', text('@echo off\r\ndel *.*')],
  ['a script of PHP', text('<?php system($_GET[0]);')],
  ['PostScript', text('%!PS-Adobe-3.0')],
  ['RTF', text('{\\rtf1 {\\object}}')],
  ['a GIF with a script in it', text('GIF89a/*<script>*/=1')],
  ['a PDF that begins with something else', text('\n%PDF-1.4')],
  ['a program', latin('MZ\u0090\u0000')],
  ['a Linux program', latin('\u007FELF')],
  ['text with a NUL', latin('a,b\u0000c')],
  ['bytes that are no text', latin('\u00FFa\u0081')],
  ['a page in an encoding of before', latin('<p>caf\u00E9')],
  ['a script in an encoding of before', latin('#!/bin/sh\n# caf\u00E9')],
  ['nothing but space', text(' \n ')],
  ['a ZIP without a directory', latin('PK\u0003\u0004')],
  ['a ZIP cut short', zipOf('a.txt', 'b.txt').subarray(0, 60)],
  ['a ZIP that names what is outside', zipOf('../../etc/passwd')],
  ['a ZIP that names a place of the machine', zipOf('/etc/passwd')],
  ['a ZIP that something follows', Buffer.concat([zipOf('a.txt'), text('<script>alert(1)</script>')])],
  ['a ZIP of more than anybody packs', zipOfMany(10_001)],
  ['a program of Java', zipOf('META-INF/MANIFEST.MF', 'Main.class')],
  ['a program of Android', zipOf('AndroidManifest.xml', 'classes.dex')],
  ['a page, then a ZIP', Buffer.concat([text('<html>'), zipOf('a.txt')])],
  ['an installer', oleOf('\u4840\u3F3F')],
];

export const filesWithMacros: readonly File[] = [
  ['a book', zipOf(...parts, 'xl/workbook.xml', 'xl/vbaProject.bin')],
  ['a letter', zipOf(...parts, 'word/document.xml', 'word/VBAPROJECT.BIN')],
  ['a book with sheets of commands', zipOf(...parts, 'xl/workbook.xml', 'xl/macrosheets/sheet1.xml')],
  ['a letter with a book in it', zipOf(...parts, 'word/document.xml', 'word/embeddings/book1.xlsm')],
  ['an OpenDocument', openDocument('text', 'Basic/Standard/Module1.xml')],
  ['an old book', oleOf('Workbook', '_VBA_PROJECT_CUR')],
  ['an old letter', oleOf('Macros', 'WordDocument')],
];
