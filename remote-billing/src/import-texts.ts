import { partWithTexts } from '@daybook/shared/part-with-texts';

/** Loads a screen of an import together with the texts that the screens of all imports share. */
export const withImportTexts = partWithTexts('imports', async (lng) => {
  const { importTexts } = await import(/* webpackChunkName: "import-texts" */ '@daybook/shared/import-texts');
  return { 'import-screens': await importTexts(lng) };
});
