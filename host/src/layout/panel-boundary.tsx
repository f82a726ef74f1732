import { Component, type ReactNode } from 'react';
import { i18n } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';

/** If a panel fails while it is drawn, the rest of the page keeps working. */
export class PanelBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    const reload = { label: i18n.t('host:failure.retry'), run: () => location.reload(), leavesPage: true };
    notify.failure(i18n.t('host:failure.title'), { key: 'panel', action: reload });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
