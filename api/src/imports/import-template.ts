import { strToU8, zipSync } from 'fflate';
import type { FastifyReply } from 'fastify';
import type { Language } from '@daybook/contracts/fields';
import { mostImportRows } from '@daybook/contracts/imports/imports';
import { textsOf } from '@daybook/contracts/server-texts';
import { mediaTypes } from '../http/send-export.ts';
import type { ImportKind, TemplateColumn } from './import-kind.ts';

const texts = textsOf('imports');

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const kindOf = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '');

const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) + String.fromCodePoint(65 + (column % 26));

const textCell = (at: string, text: string, style = 0): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`;

/** A spreadsheet shows at most so many characters beside a cell, and so many in the title. */
const longestHint = 255;
const longestTitle = 32;

/** The explanation appears beside a selected cell of the column; a column with allowed values offers them. */
function validationOf(
  { heading, hint, values }: TemplateColumn,
  column: number,
  listAt: number,
  sheet: string,
): string {
  const letter = letterOf(column);
  const shown = `showInputMessage="1" promptTitle="${xml(heading.slice(0, longestTitle))}" prompt="${xml(hint.slice(0, longestHint))}"`;
  const range = `sqref="${letter}1:${letter}${mostImportRows + 1}"`;
  if (values.length === 0) return `<dataValidation allowBlank="1" ${shown} ${range}/>`;
  const list = letterOf(listAt);
  return `<dataValidation type="list" allowBlank="1" ${shown} ${range}><formula1>'${xml(sheet)}'!$${list}$2:$${list}$${values.length + 1}</formula1></dataValidation>`;
}

const sheetXml = (columns: number, rows: readonly string[], rest = ''): string =>
  `${prolog}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="22" customWidth="1"/></cols><sheetData>${rows.map((row, index) => `<row r="${index + 1}">${row}</row>`).join('')}</sheetData>${rest}</worksheet>`;

function templateSheets(columns: readonly TemplateColumn[], valuesSheet: string): [string, string] {
  const listed = columns.filter(({ values }) => values.length > 0);
  const heads = columns.map(({ heading }, at) => textCell(`${letterOf(at)}1`, heading, 1)).join('');
  const validations = columns.map((column, at) =>
    validationOf(column, at, listed.indexOf(column), valuesSheet),
  );
  const longest = Math.max(0, ...listed.map(({ values }) => values.length));
  const lists = Array.from({ length: longest + 1 }, (_none, row) =>
    listed
      .map(({ heading, values }, at) => {
        const text = row === 0 ? heading : values[row - 1];
        return text === undefined ? '' : textCell(`${letterOf(at)}${row + 1}`, text, row === 0 ? 1 : 0);
      })
      .join(''),
  );
  return [
    sheetXml(
      columns.length,
      [heads],
      `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`,
    ),
    sheetXml(Math.max(1, listed.length), lists),
  ];
}

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
const override = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}.xml" ContentType="${kindOf}.${type}+xml"/>`;

/** An empty workbook with the headings of an import, their explanations and their allowed values. */
function templateOf(kind: ImportKind, language: Language): Uint8Array {
  const { sheets } = texts[language];
  const columns = kind.template(language);
  const [first, second] = templateSheets(columns, sheets.values);
  const parts = {
    '[Content_Types].xml': `${prolog}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${override('worksheets/sheet1', 'worksheet')}${override('worksheets/sheet2', 'worksheet')}</Types>`,
    '_rels/.rels': `${prolog}<Relationships xmlns="${packaged}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${prolog}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${xml(sheets[kind.name])}" sheetId="1" r:id="rId1"/><sheet name="${xml(sheets.values)}" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${prolog}<Relationships xmlns="${packaged}/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', 'worksheets/sheet2.xml')}${relation(3, 'styles', 'styles.xml')}</Relationships>`,
    // Text, so that a code or a telephone number keeps its zeros.
    'xl/styles.xml': `${prolog}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellXfs count="2"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': first,
    'xl/worksheets/sheet2.xml': second,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

export function sendImportTemplate(kind: ImportKind, language: Language, reply: FastifyReply): FastifyReply {
  return reply
    .header('Content-Disposition', `attachment; filename="${kind.name}.xlsx"`)
    .type(mediaTypes.xlsx)
    .send(Buffer.from(templateOf(kind, language)));
}
