import { packages } from '@daybook/contracts/settings/packages/packages';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { packageExport } from './packages.export.ts';
import { countPackages, getPackage, listPackages, versionsOf } from './packages.queries.ts';
import { createPackage, editPackage, removePackage } from './save-package.ts';

export const packagesRoutes = implement(
  'packages',
  packages,
)({
  list: ({ db, input }) => listPackages(db, input),
  total: ({ db, input }) => countPackages(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listPackages(db, { ...input, pageSize: 500, cursor }),
      packageExport(language),
    ),
  open: ({ db, input }) => getPackage(db, input.id),
  versions: async ({ db, input }) => {
    await getPackage(db, input.id);
    return { versions: await versionsOf(db, input.id) };
  },
  create: ({ db, input }) => createPackage(db, input),
  edit: ({ db, input, version }) => editPackage(db, input, version),
  remove: async ({ db, input, version }) => {
    await removePackage(db, input.id, version);
    return {};
  },
});
