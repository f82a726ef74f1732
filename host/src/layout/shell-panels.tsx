import { useState } from 'react';
import { withNotificationTexts } from '@daybook/shared/notification-texts';
import { withFormTexts, withPersonalTexts } from '../appearance/personal-texts.ts';
import { laterPanel } from './later-panel.tsx';
import { PanelBoundary } from './panel-boundary.tsx';

const Palette = laterPanel(withFormTexts(() => import('../search/palette.tsx')));
const KeysDialog = laterPanel(withPersonalTexts(() => import('../search/keys-dialog.tsx')));
const SettingsDrawer = laterPanel(withPersonalTexts(() => import('../settings/settings-drawer.tsx')));
const NotificationDrawer = laterPanel(
  withFormTexts(withNotificationTexts(() => import('../notifications/notification-drawer.tsx'))),
);

const panels = { search: Palette, keys: KeysDialog, settings: SettingsDrawer, bell: NotificationDrawer };
export type Panel = keyof typeof panels;
const names = Object.keys(panels) as Panel[];

interface Props {
  open: Panel | null;
  onClose: () => void;
}

/** The panels that open over the page. Each loads when it is first opened and then stays mounted, so that it can give the focus back. */
export function ShellPanels({ open, onClose }: Props) {
  const [opened, setOpened] = useState<ReadonlySet<Panel>>(new Set());
  if (open !== null && !opened.has(open)) setOpened(new Set([...opened, open]));
  return names
    .filter((name) => opened.has(name))
    .map((name) => {
      const Shown = panels[name];
      return (
        <PanelBoundary key={name}>
          <Shown isOpen={open === name} onClose={onClose} />
        </PanelBoundary>
      );
    });
}
