import { extensionsOf } from '@daybook/contracts/files';
import type { FileType } from '@daybook/contracts/files';

/**
 * The name without its path, which is private. Its extension is one of the file's type, so that no machine takes the file for
 * anything else.
 */
export function keptName(given: string, type: FileType): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(/^[.\s]+/, '').trim() || 'file';
  const extensions = extensionsOf(type);
  const ending = name.includes('.') ? name.split('.').at(-1)?.toLowerCase() : undefined;
  return ending !== undefined && extensions.includes(ending) ? name : `${name}.${extensions[0]}`;
}
