import { z } from 'zod';
import { Screens } from './screens.ts';

/** `remotes.json`: which version of each remote is live, and the screens of each (federation §2.5, §2.7). Checked before use. */
export const RemoteRelease = z.strictObject({
  name: z.string().regex(/^[a-z]+$/),
  version: z.string(),
  /** Same-origin address of mf-manifest.json. */
  entry: z.string().regex(/^\/(mf|__local)\//),
  previous: z.string().startsWith('/mf/').optional(),
  disabled: z.boolean().optional(),
  ...Screens.pick({ contract: true, screens: true, widgets: true }).shape,
});
export type RemoteRelease = z.infer<typeof RemoteRelease>;

export const Remotes = z.strictObject({ remotes: z.array(RemoteRelease) });
export type Remotes = z.infer<typeof Remotes>;
