import type { ComponentType } from 'react';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { DashboardName, Screen, Widget } from '@daybook/contracts/screens';
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

interface Declared<ScreenId extends string, WidgetId extends string> {
  screens: readonly (Screen & { id: ScreenId })[];
  widgets: readonly (Widget & { id: WidgetId })[];
}

interface Given<ScreenId extends string, WidgetId extends string> {
  screens: Readonly<Record<ScreenId, LoadScreen>>;
  widgets: Readonly<Record<WidgetId, LoadWidget>>;
  texts: LoadTexts;
}

/** Every declared screen and widget must be given, and no other. They are loaders: a failed one can be asked again. */
export const exposeRemote = <ScreenId extends string, WidgetId extends string>(
  _declared: Declared<ScreenId, WidgetId>,
  given: Given<NoInfer<ScreenId>, NoInfer<WidgetId>>,
): ExposedRemote<ScreenId> => ({ contract: `^${contractVersion}`, ...given });
