import { escapeHtml } from '../../http/escape-html.ts';
import type { Language } from '@daybook/contracts/fields';

/** A part of a mail: a paragraph with its line breaks, facts with their labels, or a table under a heading. */
export type MailPart =
  | { paragraph: string }
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { heading: string; columns: readonly MailColumn[]; rows: readonly (readonly string[])[] };

export interface MailColumn {
  label: string;
  /** The side on which its cells are aligned: figures at the end. */
  align: 'start' | 'end';
}

const asText = (part: MailPart): string => {
  if ('paragraph' in part) return part.paragraph;
  if ('facts' in part) return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  const { heading, columns, rows } = part;
  // A plain text has no columns that line up in every font, so each row is a line.
  const lines = [columns.map(({ label }) => label), ...rows].map((cells) =>
    cells.filter((cell) => cell !== '').join(' · '),
  );
  return [heading, ...lines].join('\n');
};

/** The mail as plain text. */
export const textOfParts = (parts: readonly MailPart[]): string => parts.map(asText).join('\n\n');

const cellStyle = ({ align }: MailColumn) =>
  `padding:4px 12px 4px 0;border-bottom:1px solid #ddd;text-align:${align === 'end' ? 'right' : 'left'};white-space:nowrap`;

const asHtml = (part: MailPart): string => {
  if ('paragraph' in part) return `<p>${escapeHtml(part.paragraph).replaceAll('\n', '<br>')}</p>`;
  if ('facts' in part) {
    const rows = part.facts.map(
      ([label, value]) =>
        `<tr><td style="padding:2px 12px 2px 0">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
    );
    return `<table style="border-collapse:collapse">${rows.join('')}</table>`;
  }
  const { heading, columns, rows } = part;
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${columns.map((column, index) => `<${tag} style="${cellStyle(column)}">${escapeHtml(cells[index] ?? '')}</${tag}>`).join('')}</tr>`;
  const head = row(
    'th',
    columns.map(({ label }) => label),
  );
  return `<p><strong>${escapeHtml(heading)}</strong></p><table style="border-collapse:collapse">${head}${rows.map((cells) => row('td', cells)).join('')}</table>`;
};

/** The mail as HTML. Every value is escaped, and nothing is loaded from elsewhere. */
export const htmlOfParts = (language: Language, parts: readonly MailPart[]): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head>` +
  `<body style="font-family:sans-serif">${parts.map(asHtml).join('')}</body></html>`;
