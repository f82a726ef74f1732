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

/** The default export of `./remote`, the only module that a remote exposes. */
export interface ExposedRemote<Id extends string = string> {
  /** The contract that it was built with, as a version range for the host. */
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
 * Every declared screen and widget must be given, and no other. Used as `exposeRemote<typeof screens, typeof widgets>`:
 * only the types are used, so that the labels are not bundled a second time. The values are loaders, so that a failed
 * load can be repeated.
 */
export const exposeRemote = <Screens extends readonly Named[], Widgets extends readonly Named[]>(
  given: Given<Screens[number]['id'], Widgets[number]['id']>,
): ExposedRemote<Screens[number]['id']> => ({ contract: `^${contractVersion}`, ...given });
