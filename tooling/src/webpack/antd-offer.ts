import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const locales = ['en_US', 'fr_FR', 'ja_JP', 'zh_CN'];

/**
 * A host provides only the subpaths that it imports. This module imports every component folder and the locales of our languages in a
 * function that nobody calls, so each is provided to remotes, and none is downloaded until it is used.
 */
export function antdOffer(host: string): string {
  const components = readdirSync(join(host, 'node_modules/antd/es'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['_util', 'locale', 'style'].includes(entry.name))
    .map((entry) => entry.name);
  const folders = [...components, ...locales.map((locale) => `locale/${locale}`)];
  const imports = folders.map((folder) => `  () => import('antd/es/${folder}'),`);
  return `export const antdOffer = () => [\n${imports.join('\n')}\n];\n`;
}
