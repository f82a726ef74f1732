import type { Language } from '@daybook/contracts/fields';
import type { TextsByNamespace } from '@daybook/shared/i18n';
import { sharedTexts } from '@daybook/shared/texts';
import { ownTexts } from './own-texts.ts';

/** The host's own texts and those of the shared components it uses. */
export async function hostTexts(lng: Language): Promise<TextsByNamespace> {
  const [host, shared] = await Promise.all([ownTexts(lng), sharedTexts(lng)]);
  return { ...host, shared };
}
