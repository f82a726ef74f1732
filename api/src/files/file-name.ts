import { extensionsOf } from '@daybook/contracts/files';
import type { FileType } from '@daybook/contracts/files';

/**
 * The name alone, for a path of somebody's machine is nobody's business; with an extension of what the file is, so that no machine takes
 * it for anything else.
 */
export function keptName(given: string, type: FileType): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(/^[.\s]+/, '').trim() || 'file';
  const extensions = extensionsOf(type);
  const ending = name.includes('.') ? name.split('.').at(-1)?.toLowerCase() : undefined;
  return ending !== undefined && extensions.includes(ending) ? name : `${name}.${extensions[0]}`;
}
