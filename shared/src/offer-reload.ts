import { i18n } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';

/** A newer version is live: shows a notice, and nothing changes until the person reloads. */
export function offerReload(): void {
  notify.info(i18n.t('shared:reload.offer'), {
    key: 'reload',
    action: { label: i18n.t('shared:reload.now'), run: () => location.reload(), leavesPage: true },
  });
}

/** Whether the contract of the server is newer than that of the page. */
export const isNewer = (theirs: string, ours: string): boolean =>
  theirs.localeCompare(ours, 'en', { numeric: true }) > 0;
