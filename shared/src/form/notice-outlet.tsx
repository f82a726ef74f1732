import Button from 'antd/es/button';
import notifications from 'antd/es/notification';
import { useEffect, useState } from 'react';
import { connectNotices, type NoticeAction } from '@daybook/shared/notify';
import { laterPart } from '../read/later-part.tsx';
import { noticeTimers } from './notice-timers.ts';

const loadQuestion = async () => ({ default: (await import('./leave-question.tsx')).LeaveQuestion });
const LeaveQuestion = laterPart(loadQuestion);

/**
 * Notices appear over the middle of the header, which stays in place while the page scrolls, so they cover no button of a page, a
 * form or a dialog. A pointer over a notice does not keep it open: after a tap the pointer would stay there for ever.
 */
const place = {
  placement: 'top',
  // antd adds 24 px above the first notice.
  top: 30,
  maxCount: 3,
  pauseOnHover: false,
  styles: { list: { padding: 6, pointerEvents: 'none' }, listContent: { pointerEvents: 'none' } },
} as const;

const kinds = { success: 'success', failure: 'error', info: 'info' } as const;
const shortSeconds = 4;
const longSeconds = 12;

function secondsFor(action: NoticeAction | undefined): number | null {
  if (action?.leavesPage) return null;
  return action === undefined ? shortSeconds : longSeconds;
}

// A click on a notice goes to what is beneath it; only the notice's own buttons take clicks.
const letThrough = {
  wrapper: { pointerEvents: 'none' },
  root: { pointerEvents: 'none', padding: '10px 16px' },
  title: { fontSize: 'inherit', lineHeight: 'inherit' },
  actions: { pointerEvents: 'auto' },
  close: { pointerEvents: 'auto', insetBlockStart: 10, insetInlineEnd: 12 },
} as const;

const wouldLose = ({ leavesPage = false }: NoticeAction) =>
  leavesPage && document.querySelector('[data-unsaved="true"]') !== null;

/** Shows the notices of `notify`. The host mounts one. */
export default function NoticeOutlet() {
  const [notification, shown] = notifications.useNotification(place);
  const [asked, setAsked] = useState<NoticeAction | null>(null);
  useEffect(() => {
    const timers = noticeTimers((key) => notification.destroy(key));
    const disconnect = connectNotices(({ kind, text, action, key = text }) => {
      // Ahead of the press: by then the connection may be gone.
      if (action?.leavesPage) loadQuestion().catch(() => undefined);
      const act = () => {
        if (action !== undefined && wouldLose(action)) return setAsked(action);
        timers.stop(key);
        notification.destroy(key);
        action?.run();
      };
      notification.open({
        key,
        title: text,
        type: kinds[kind],
        styles: letThrough,
        role: kind === 'failure' ? 'alert' : 'status',
        duration: false,
        onClose: () => timers.stop(key),
        props: { onPointerEnter: () => timers.pause(key), onPointerLeave: () => timers.resume(key) },
        actions: action && <Button onClick={act}>{action.label}</Button>,
      });
      timers.start(key, secondsFor(action));
    });
    return () => {
      disconnect();
      timers.stopAll();
    };
  }, [notification]);
  return (
    <>
      {shown}
      {asked !== null && <LeaveQuestion isOpen onStay={() => setAsked(null)} onLeave={asked.run} />}
    </>
  );
}
