import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import { notifications } from '@daybook/contracts/notifications';
import { call } from '@daybook/shared/call';
import { addNotificationTexts } from '@daybook/shared/notification-texts';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { authAtom, refreshMe, store } from '@daybook/shared/session';
import { notificationText } from '../notifications/notification-text.ts';
import { listenLive, type Told } from './live-stream.ts';

const learnRights = () => {
  refreshMe().catch(() => undefined);
};

const refreshNotifications = () => {
  for (const { method, path } of [notifications.unread, notifications.list]) {
    void queryClient.invalidateQueries({ queryKey: [method, path] });
  }
};

/** Keeps the notifications and permissions of this tab up to date, and announces what is new. */
export default function LiveUpdates() {
  const sayNewest = useSayNewest();
  const hear = useEffectEvent((told: Told) => {
    if (told === 'rights') learnRights();
    else refreshNotifications();
    if (told === 'notification' && document.visibilityState === 'visible') {
      // A notification that cannot be announced is still in the list.
      sayNewest().catch(() => undefined);
    }
  });
  useEffect(
    () =>
      listenLive({
        token: () => store.get(authAtom).token,
        tell: (told) => hear(told),
        refused: learnRights,
      }),
    [],
  );
  return null;
}

/** Announces the newest notification, once. */
function useSayNewest(): () => Promise<void> {
  const { t } = useTranslation('personal');
  const navigate = useNavigate();
  const said = useRef<string | null>(null);
  return async () => {
    const [{ rows }] = await Promise.all([call(notifications.list, {}), addNotificationTexts()]);
    const [newest] = rows;
    if (newest === undefined || newest.isRead || newest.id === said.current) return;
    const { id, record } = newest;
    said.current = id;
    const open = record !== null && {
      label: t('bell.open'),
      run: () => void navigate(recordPath(record.kind, record.id)),
    };
    notify.info(notificationText(newest), { key: id, ...(open && { action: open }) });
  };
}
