import { i18n } from '@daybook/shared/i18n';
import type { Notification } from '@daybook/contracts/notifications';

/** What a person reads: "2026-0042 Annual accounts has been assigned to you". */
export const notificationText = ({ kind, params }: Pick<Notification, 'kind' | 'params'>): string =>
  i18n.t(`personal:notification.${kind}`, params);
