import type { ComponentType } from 'react';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { DashboardName } from '@daybook/contracts/screens';
import type { TextsByNamespace } from '@daybook/shared/i18n';

type LoadScreen = () => Promise<{ default: ComponentType }>;
export interface WidgetProps {
  dashboard: DashboardName;
}
type LoadWidget = () => Promise<{ default: ComponentType<WidgetProps> }>;
type LoadTexts = (lng: Language) => Promise<TextsByNamespace>;

/** The default export of a remote's only exposed module, `./remote`. */
export interface ExposedRemote<Id extends string = string> {
  /** The contract it was built with, as a range the host must meet. */
  contract: string;
  screens: Readonly<Record<Id, LoadScreen>>;
  widgets: Readonly<Record<string, LoadWidget>>;
  texts: LoadTexts;
}

interface Given<ScreenId extends string, WidgetId extends string> {
  screens: Readonly<Record<ScreenId, LoadScreen>>;
  widgets: Readonly<Record<WidgetId, LoadWidget>>;
  texts: LoadTexts;
}

interface Named<Id extends string = string> {
  id: Id;
}

/**
 * Every declared screen and widget must be given, and no other: `exposeRemote<typeof screens, typeof widgets>`, by type
 * alone, so that no label is loaded a second time. They are loaders: a failed one can be asked again.
 */
export const exposeRemote = <Screens extends readonly Named[], Widgets extends readonly Named[]>(
  given: Given<Screens[number]['id'], Widgets[number]['id']>,
): ExposedRemote<Screens[number]['id']> => ({ contract: `^${contractVersion}`, ...given });
