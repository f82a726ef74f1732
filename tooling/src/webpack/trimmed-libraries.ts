import { createRequire } from 'node:module';
import { join } from 'node:path';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { inWorkspace } from '../workspace.ts';
import { generated } from './generated.ts';

/** What no screen uses. Its names stay, and whoever calls one hears where it has gone. */
const leftOut = [
  // `http` is told to use XMLHttpRequest (shared/call).
  'axios/lib/adapters/fetch',
  // Texts with markup in them.
  'react-i18next/dist/es/IcuTrans',
  'react-i18next/dist/es/IcuTransWithoutContext',
  'react-i18next/dist/es/Trans',
  'react-i18next/dist/es/TransWithoutContext',
  // JSON Schema is for the API's documentation; compiling needs `eval`, which the content security policy forbids.
  'zod/v4/classic/from-json-schema',
  'zod/v4/core/compile',
  'zod/v4/core/json-schema-generator',
  'zod/v4/core/json-schema-processors',
  'zod/v4/core/to-json-schema',
];

/** Parts of an antd component that few of its users need are fetched by those: [who imports, what] → the lazy one. */
const lazyParts = new Map([
  ['antd/es/color-picker/components > antd/es/collapse', 'lazy-collapse.ts'],
  ['antd/es/table > antd/es/pagination', 'lazy-pagination.ts'],
  ['antd/es/table/hooks > antd/es/radio', 'lazy-radio.ts'],
  ['antd/es/table/hooks/useFilter > antd/es/table/hooks/useFilter/FilterDropdown', 'lazy-filter-dropdown.ts'],
]);

const require = createRequire(import.meta.url);

function throwing(part: string): string {
  const names = Object.keys(require(inWorkspace('shared/node_modules', `${part}.js`)) as object);
  const message = JSON.stringify(`${part} is left out of the site: trimmed-libraries.ts`);
  return generated(
    `${part.replaceAll('/', '-')}.js`,
    `function leftOut() { throw new Error(${message}); }\nexport { ${names.map((name) => `leftOut as ${name}`).join(', ')} };\n`,
  );
}

/** From the package's name on, as it would be imported. */
const withinModules = (path: string) =>
  path
    .replaceAll('\\', '/')
    .replace(/^.*\/node_modules\//, '')
    .replace(/\.js$/, '');

/**
 * What is shared is provided whole: webpack cannot know what a remote will use of it, so it shakes nothing off. This
 * takes the place of that for the parts that weigh.
 */
export function trimmedLibraries(): WebpackPluginInstance {
  const standIns = new Map(leftOut.map((part) => [part, throwing(part)]));
  // Refusals are told by code; zod's own messages in fifty languages are never shown.
  standIns.set('zod/v4/locales/index', inWorkspace('shared/node_modules/zod/v4/locales/en.js'));
  return new webpack.NormalModuleReplacementPlugin(
    /^\.\.?\//,
    (resource: { context: string; request: string }) => {
      const part = withinModules(join(resource.context, resource.request));
      const lazyPart = lazyParts.get(`${withinModules(resource.context)} > ${part}`);
      if (lazyPart) resource.request = inWorkspace('host/src/shared-modules', lazyPart);
      else resource.request = standIns.get(part) ?? resource.request;
    },
  );
}
