import { z } from 'zod';
import { Screen, Screens, Widget } from './screens.ts';

/** What the page asks for before any of its own code runs: files beside the manifest of a remote. */
export const RemoteFiles = z.object({
  /** Those that every screen needs. */
  remote: z.array(z.string()),
  /** Those that each screen needs besides, by its id. */
  screens: z.record(z.string(), z.array(z.string())),
  /** Those of each card of a dashboard. */
  widgets: z.record(z.string(), z.array(z.string())).default({}),
});
export type RemoteFiles = z.infer<typeof RemoteFiles>;

const ofEach = {
  name: z.string().regex(/^[a-z]+$/),
  version: z.string(),
  /** The same-origin address of mf-manifest.json, beside which the files are. It is read only for a list that does not name them. */
  entry: z.string().regex(/^\/(mf|__local)\//),
  previous: z.string().startsWith('/mf/').optional(),
  /** Only saves time and a request, so a list without it, or with another form of it, still works. */
  files: RemoteFiles.optional().catch(undefined),
  disabled: z.boolean().optional(),
};

/** An entry of `remotes.json`: the live version of a remote and its screens (docs/rules.md#screens-are-data), as this host can show them. */
export const RemoteRelease = z.object({
  ...ofEach,
  ...Screens.pick({ contract: true, screens: true, widgets: true }).shape,
});
export type RemoteRelease = z.infer<typeof RemoteRelease>;

const Unread = z.object({
  ...ofEach,
  contract: RemoteRelease.shape.contract,
  screens: z.array(z.unknown()),
  widgets: z.array(z.unknown()),
});

/** Receives each part that is left out, with the remote it belongs to if that could be read. */
type TellUnsound = (error: z.ZodError, release?: Pick<RemoteRelease, 'name' | 'version'>) => void;

/**
 * The part of `remotes.json` that this host can show. Each remote, screen and widget is read on its own, so that a
 * damaged or newer one does not affect the others. `tell` receives what is left out.
 */
export function drawable(list: unknown, tell: TellUnsound): RemoteRelease[] {
  const { remotes } = z.object({ remotes: z.array(z.unknown()) }).parse(list);
  return remotes.flatMap((one) => {
    const release = Unread.safeParse(one);
    if (release.error) tell(release.error);
    if (!release.data) return [];
    const read = <T>(schema: z.ZodType<T>, all: unknown[]) =>
      all.flatMap((part) => {
        const { data, error } = schema.safeParse(part);
        if (error) tell(error, release.data);
        return data === undefined ? [] : [data];
      });
    const { screens, widgets } = release.data;
    return [{ ...release.data, screens: read(Screen, screens), widgets: read(Widget, widgets) }];
  });
}

const Words = z.union([z.string(), z.array(z.string())]);

/** Screens and widgets for build steps that do not show them. Unknown properties of a later Daybook are preserved. */
const declared = {
  contract: z.string(),
  screens: z.array(
    z.looseObject({
      id: z.string(),
      path: z.string(),
      allow: Words,
      menu: z.looseObject({ group: z.string(), icon: z.string() }).optional(),
      aliases: z.array(z.string()).optional(),
    }),
  ),
  widgets: z.array(
    z.looseObject({ id: z.string(), allow: Words, size: z.string(), dashboards: z.array(z.string()) }),
  ),
};
/** `screens.json` of a build of any age. */
export const DeclaredScreens = z.looseObject({
  remote: z.string(),
  ...declared,
  files: ofEach.files,
});
export type DeclaredScreens = z.infer<typeof DeclaredScreens>;

export const ListedRemote = z.looseObject({ ...ofEach, ...declared });
export type ListedRemote = z.infer<typeof ListedRemote>;

/** `remotes.json` as releases read and write it. */
export const ListedRemotes = z.object({ remotes: z.array(ListedRemote) });
export type ListedRemotes = z.infer<typeof ListedRemotes>;

/** The values that a host must know to show and open these screens and widgets. */
export function wordsOf({ screens, widgets }: Pick<ListedRemote, 'screens' | 'widgets'>): string[] {
  const words = [
    ...[...screens, ...widgets].flatMap(({ allow }) =>
      typeof allow === 'string' ? `allow ${allow}` : allow.map((key) => `key ${key}`),
    ),
    ...screens.flatMap(({ menu }) => (menu ? [`menu group ${menu.group}`, `menu icon ${menu.icon}`] : [])),
    ...widgets.flatMap(({ size, dashboards }) => [
      `size ${size}`,
      ...dashboards.map((one) => `dashboard ${one}`),
    ]),
  ];
  return [...new Set(words)].toSorted();
}
