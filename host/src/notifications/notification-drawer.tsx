import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { notifications } from '@daybook/contracts/notifications';
import { call } from '@daybook/shared/call';
import { store, themeAtom } from '@daybook/shared/session';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { NotificationEntry } from './notification-entry.tsx';
import css from './notifications.module.css';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** The person's notifications, newest first. Following one marks it as read. */
export default function NotificationDrawer({ isOpen, onClose }: Props) {
  const { t } = useTranslation('personal');
  const { direction } = useAtomValue(themeAtom, { store });
  const { save, isSaving } = useSave(notifications.markRead);
  const unread = useRead(notifications.unread, {});
  // If marking fails, the notifications stay unread and nothing else happens.
  const mark = (input: { id?: string }) => void save(input).catch(() => undefined);
  return (
    <Drawer
      open={isOpen}
      placement={direction === 'rtl' ? 'left' : 'right'}
      size={400}
      title={t('bell.title')}
      extra={
        (unread.data?.count ?? 0) > 0 && (
          <Button type="link" disabled={isSaving} onClick={() => mark({})}>
            {t('bell.markAll')}
          </Button>
        )
      }
      onClose={onClose}
      styles={{ wrapper: { maxInlineSize: '100vw' }, body: { padding: 0 } }}
    >
      {isOpen && (
        <List
          onFollow={(id, isRead) => {
            if (!isRead) mark({ id });
            onClose();
          }}
        />
      )}
    </Drawer>
  );
}

function List({ onFollow }: { onFollow: (id: string, isRead: boolean) => void }) {
  const { t } = useTranslation('personal');
  const list = useInfiniteQuery({
    queryKey: [notifications.list.method, notifications.list.path],
    queryFn: ({ pageParam, signal }) =>
      call(notifications.list, pageParam === '' ? {} : { before: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.id : undefined),
    staleTime: 0,
  });
  if (list.data === undefined) {
    return (
      <div className={css.more}>
        {list.error ? (
          <ErrorBox error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <PageSkeleton shape="form" />
        )}
      </div>
    );
  }
  const rows = list.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <p className={css.empty}>{t('bell.empty')}</p>;
  return (
    <>
      <ul className={css.list}>
        {rows.map((row) => (
          <NotificationEntry key={row.id} notification={row} onFollow={() => onFollow(row.id, row.isRead)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className={css.more}>
          <Button block loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('bell.more')}
          </Button>
        </div>
      )}
    </>
  );
}
