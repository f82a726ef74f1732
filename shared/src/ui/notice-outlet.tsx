import App from 'antd/es/app';
import Button from 'antd/es/button';
import { useEffect } from 'react';
import { connectNotices } from '@daybook/shared/notify';

const kinds = { success: 'success', failure: 'error', info: 'info' } as const;
const shortSeconds = 4;
const longSeconds = 12;

/** Where `notify` speaks. The host mounts one inside antd's App. */
export function NoticeOutlet() {
  const { notification } = App.useApp();
  useEffect(
    () =>
      connectNotices(({ kind, text, action, key = text }) => {
        const act = () => {
          notification.destroy(key);
          action?.run();
        };
        notification.open({
          key,
          title: text,
          type: kinds[kind],
          placement: 'bottomRight',
          role: kind === 'failure' ? 'alert' : 'status',
          duration: action === undefined ? shortSeconds : longSeconds,
          actions: action && <Button onClick={act}>{action.label}</Button>,
        });
      }),
    [notification],
  );
  return null;
}
