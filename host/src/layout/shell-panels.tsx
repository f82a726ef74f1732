import { Component, Suspense, lazy, useState, type ReactNode } from 'react';
import { i18n } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import { withPersonalTexts } from '../look/personal-texts.ts';

const Palette = lazy(withPersonalTexts(() => import('../search/palette.tsx')));
const KeysDialog = lazy(withPersonalTexts(() => import('../search/keys-dialog.tsx')));
const SettingsDrawer = lazy(withPersonalTexts(() => import('../settings/settings-drawer.tsx')));
const BellDrawer = lazy(withPersonalTexts(() => import('../bell/bell-drawer.tsx')));

const panels = { search: Palette, keys: KeysDialog, settings: SettingsDrawer, bell: BellDrawer };
export type Panel = keyof typeof panels;
const names = Object.keys(panels) as Panel[];

interface Props {
  open: Panel | null;
  onClose: () => void;
}

/** What opens over the page. Each is fetched when it is first opened and then stays, so that it can give the focus back. */
export function ShellPanels({ open, onClose }: Props) {
  const [opened, setOpened] = useState<ReadonlySet<Panel>>(new Set());
  if (open !== null && !opened.has(open)) setOpened(new Set([...opened, open]));
  return names
    .filter((name) => opened.has(name))
    .map((name) => {
      const Shown = panels[name];
      return (
        <PanelBoundary key={name}>
          <Suspense fallback={null}>
            <Shown isOpen={open === name} onClose={onClose} />
          </Suspense>
        </PanelBoundary>
      );
    });
}

/** A panel that cannot be had takes nothing else with it. */
class PanelBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    const reload = { label: i18n.t('host:failure.retry'), run: () => location.reload() };
    notify.failure(i18n.t('host:failure.title'), { key: 'panel', action: reload });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
