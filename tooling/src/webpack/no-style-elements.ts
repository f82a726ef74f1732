import { join } from 'node:path';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { inWorkspace } from '../workspace.ts';

const standIns = [
  { of: /[\\/]@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS(\.js)?$/, by: 'adopted-styles.ts' },
  { of: /[\\/]@ant-design[\\/]icons[\\/]es[\\/]cssUtils(\.js)?$/, by: 'icon-styles.ts' },
];

/** Replaces the modules that add <style> elements while a page runs: page.boot.ts allows stylesheets of our own files only. */
export const noStyleElements = (): WebpackPluginInstance =>
  new webpack.NormalModuleReplacementPlugin(
    /[\\/](dynamicCSS|cssUtils)(\.js)?$/,
    (resource: { context: string; request: string }) => {
      const path = join(resource.context, resource.request);
      const found = standIns.find(({ of }) => of.test(path));
      if (found) resource.request = inWorkspace('host/src/shared-modules', found.by);
    },
  );
