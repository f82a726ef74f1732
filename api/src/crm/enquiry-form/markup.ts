import { escapeHtml } from '../../http/escape-html.ts';

/** HTML that is safe to send: only `html` makes it. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | false | null | readonly Markup[];

function written(part: Part): string {
  if (part === false || part === null) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (part instanceof Markup) return part.text;
  return part.map(({ text }) => text).join('');
}

/** A template of HTML. Every text that is filled in is escaped; `false` and null leave nothing. */
export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(pieces.reduce((text, piece, index) => `${text}${written(parts[index - 1] ?? null)}${piece}`));
