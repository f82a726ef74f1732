import { createRequire } from 'node:module';
import { join } from 'node:path';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { inWorkspace } from '../workspace.ts';
import { generated } from './generated.ts';

/** Modules that no screen uses. Their exports remain, and throw an error that names this file if they are called. */
const leftOut: ReadonlySet<string> = new Set([
  // Nothing is rendered on a server, and no screen suspends while it reads.
  '@module-federation/sdk/dist/node',
  '@tanstack/query-core/build/modern/hydration',
  '@tanstack/query-core/build/modern/streamedQuery',
  '@tanstack/react-query/build/modern/HydrationBoundary',
  '@tanstack/react-query/build/modern/useMutationState',
  '@tanstack/react-query/build/modern/usePrefetchInfiniteQuery',
  '@tanstack/react-query/build/modern/usePrefetchQuery',
  '@tanstack/react-query/build/modern/useSuspenseInfiniteQuery',
  '@tanstack/react-query/build/modern/useSuspenseQueries',
  '@tanstack/react-query/build/modern/useSuspenseQuery',
  // `http` in shared/call uses XMLHttpRequest.
  'axios/lib/adapters/fetch',
  // It sends JSON, files as they are, no cookie's value, and addresses that the browser's own URLSearchParams wrote; a call is cancelled by
  // its signal.
  'axios/lib/cancel/CancelToken',
  'axios/lib/helpers/AxiosURLSearchParams',
  'axios/lib/helpers/HttpStatusCode',
  'axios/lib/helpers/cookies',
  'axios/lib/helpers/formDataToJSON',
  'axios/lib/helpers/toFormData',
  'axios/lib/helpers/toURLEncodedForm',
  // No text contains markup, and every component uses the hook.
  'react-i18next/dist/es/I18nextProvider',
  'react-i18next/dist/es/IcuTrans',
  'react-i18next/dist/es/IcuTransWithoutContext',
  'react-i18next/dist/es/Trans',
  'react-i18next/dist/es/TransWithoutContext',
  'react-i18next/dist/es/Translation',
  'react-i18next/dist/es/useSSR',
  'react-i18next/dist/es/withSSR',
  'react-i18next/dist/es/withTranslation',
  // Only the API's documentation needs JSON Schema. Compiling needs `eval`, which the content security policy forbids.
  'zod/v4/classic/from-json-schema',
  'zod/v4/core/compile',
  'zod/v4/core/json-schema-generator',
  'zod/v4/core/json-schema-processors',
  'zod/v4/core/to-json-schema',
]);

/** Parts of antd components that are needed later or seldom are loaded lazily: importing folder > imported component → lazy replacement. */
const lazyParts = new Map([
  ['antd/es/color-picker/components > antd/es/collapse', 'lazy-collapse.ts'],
  ['antd/es/dropdown > antd/es/menu', 'lazy-menu.tsx'],
]);

const require = createRequire(import.meta.url);

/** A module in the place of this file, with the same exports. */
function throwing(part: string, file: string): string {
  const names = Object.keys(require(file) as object);
  const message = JSON.stringify(`${part} is left out of the site: trimmed-libraries.ts`);
  return generated(
    `${part.replaceAll('/', '-')}.js`,
    `function leftOut() { throw new Error(${message}); }\nexport { ${names.map((name) => `leftOut as ${name}`).join(', ')} };\n`,
  );
}

/** The path from the name of the package, as in an import. */
const withinModules = (path: string) =>
  path
    .replaceAll('\\', '/')
    .replace(/^.*\/node_modules\//, '')
    .replace(/\.js$/, '');

/**
 * Shared modules are provided as a whole: webpack cannot know what a remote will use, so it removes nothing. This plugin removes the
 * large parts that no screen uses, and loads others lazily.
 */
export function trimmedLibraries(): WebpackPluginInstance {
  const standIns = new Map([
    // Refusals have codes, so zod's own messages in fifty languages are never shown.
    ['zod/v4/locales/index', inWorkspace('shared/node_modules/zod/v4/locales/en.js')],
  ]);
  return new webpack.NormalModuleReplacementPlugin(
    /^\.\.?\//,
    (resource: { context: string; request: string }) => {
      const file = join(resource.context, resource.request);
      const part = withinModules(file);
      if (leftOut.has(part) && !standIns.has(part)) standIns.set(part, throwing(part, file));
      const lazyPart = lazyParts.get(`${withinModules(resource.context)} > ${part}`);
      if (lazyPart) resource.request = inWorkspace('host/src/shared-modules', lazyPart);
      else resource.request = standIns.get(part) ?? resource.request;
    },
  );
}
