import type { ComponentType } from 'react';
import { addTextSource, type TextsByNamespace } from '@daybook/shared/i18n';
import type { Language } from '@daybook/contracts/fields';

type Loaded<Props extends object> = Promise<{ default: ComponentType<Props> }>;

/**
 * A wrapper for the loaders of lazy components that need texts which few pages need: they load beside the first of these
 * components. `name` tells the texts from those of other packages and parts. A failed load is tried again.
 */
export function partWithTexts(name: string, load: (lng: Language) => Promise<TextsByNamespace>) {
  let adding: Promise<void> | null = null;
  const addTexts = (): Promise<void> => {
    adding ??= addTextSource(name, load);
    adding.catch(() => {
      adding = null;
    });
    return adding;
  };
  return <Props extends object>(part: () => Loaded<Props>) =>
    async (): Loaded<Props> => {
      const [loaded] = await Promise.all([part(), addTexts()]);
      return loaded;
    };
}
