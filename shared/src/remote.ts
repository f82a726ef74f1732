import type { ComponentType } from 'react';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { Screen } from '@daybook/contracts/screens';
import type { TextsByNamespace } from '@daybook/shared/i18n';

type LoadScreen = () => Promise<{ default: ComponentType }>;
type LoadTexts = (lng: Language) => Promise<TextsByNamespace>;

/** The default export of a remote's only exposed module, `./remote`. */
export interface ExposedRemote<Id extends string = string> {
  /** The contract it was built with, as a range the host must meet. */
  contract: string;
  screens: Readonly<Record<Id, LoadScreen>>;
  texts: LoadTexts;
}

/** Every declared screen must be given, and no other. They are loaders: a failed one can be asked again. */
export const exposeRemote = <Id extends string>(
  _declared: readonly (Screen & { id: Id })[],
  screens: Readonly<Record<NoInfer<Id>, LoadScreen>>,
  texts: LoadTexts,
): ExposedRemote<Id> => ({ contract: `^${contractVersion}`, screens, texts });
