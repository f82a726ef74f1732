import type { ComponentType } from 'react';
import { addTextSource, type TextsByNamespace } from '@daybook/shared/i18n';
import type { Language } from '@daybook/contracts/fields';

type Loaded<Props extends object> = Promise<{ default: ComponentType<Props> }>;

/**
 * Adds texts that few pages need, at the first call; a failed load is tried again. `name` tells them from those of other
 * packages and parts.
 */
export function textsOnce(name: string, load: (lng: Language) => Promise<TextsByNamespace>) {
  let adding: Promise<void> | null = null;
  return (): Promise<void> => {
    adding ??= addTextSource(name, load);
    adding.catch(() => {
      adding = null;
    });
    return adding;
  };
}

/** A wrapper for the loaders of lazy components that need such texts: they load beside the first of these components. */
export const partWith =
  (addTexts: () => Promise<void>) =>
  <Props extends object>(part: () => Loaded<Props>) =>
  async (): Loaded<Props> => {
    const [loaded] = await Promise.all([part(), addTexts()]);
    return loaded;
  };

/** As `partWith`, for texts that nothing but components needs. */
export const partWithTexts = (name: string, load: (lng: Language) => Promise<TextsByNamespace>) =>
  partWith(textsOnce(name, load));
