import type { MailTemplate } from '@daybook/contracts/mail-template';
import type { MailPart } from './mail-parts.ts';

const token = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * A mail as subject and parts. Each paragraph of the template is followed by the blocks that it names, in the order of `blocks`; a
 * paragraph that names nothing else leaves no text.
 */
export function fillTemplate(
  template: MailTemplate,
  values: Readonly<Record<string, string>>,
  blocks: Readonly<Record<string, () => MailPart[]>>,
): { subject: string; parts: MailPart[] } {
  const fill = (text: string) => text.replaceAll(token, (_all, name: string) => values[name] ?? '');
  const parts = template.body.split(/\n\s*\n/).flatMap((paragraph): MailPart[] => {
    const named = new Set([...paragraph.matchAll(token)].map(([, name = '']) => name));
    const after = Object.entries(blocks).flatMap(([name, block]) => (named.has(name) ? block() : []));
    const text = fill(paragraph).trim();
    return text === '' ? after : [{ paragraph: text }, ...after];
  });
  return { subject: fill(template.subject).replaceAll(/\s+/g, ' ').trim(), parts };
}
