import { SaxesParser } from 'saxes';
import { NotRead } from './table.ts';

export interface Listener {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads XML while it is inflated. A document type is refused, and with it every entity of a file. */
export async function readXml(chunks: AsyncIterable<Buffer>, { open, text, close }: Listener): Promise<void> {
  const parser = new SaxesParser();
  const failures: Error[] = [];
  const check = () => {
    const [failure] = failures;
    if (failure) throw failure;
  };
  parser.on('error', (error) => failures.push(error));
  parser.on('doctype', () => failures.push(new NotRead('FILE_UNREADABLE')));
  if (open) parser.on('opentag', ({ name, attributes }) => open(local(name), attributes));
  if (text) parser.on('text', text);
  if (close) parser.on('closetag', ({ name }) => close(local(name)));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    check();
  }
  parser.close();
  check();
}
