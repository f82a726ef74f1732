import { i18n } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';

/** A newer version is live: shows a notice, and nothing changes until the person reloads. */
export function offerReload(): void {
  notify.info(i18n.t('shared:reload.offer'), {
    key: 'reload',
    action: { label: i18n.t('shared:reload.now'), run: () => location.reload(), leavesPage: true },
  });
}

/** Whether the contract of the server, such as `2.10.0`, is newer than that of the page. */
export function isNewer(theirs: string, ours: string): boolean {
  const own = ours.split('.').map(Number);
  const steps = theirs.split('.').map((step, at) => Number(step) - (own[at] ?? 0));
  return (steps.find((step) => step !== 0) ?? 0) > 0;
}
