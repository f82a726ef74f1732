import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { savedViews, type SavedList, type SavedView } from '@daybook/contracts/saved-views';
import { notify } from '@daybook/shared/notify';
import { readListAddress, writeListAddress } from '@daybook/shared/list-address';
import { useMay } from '@daybook/shared/session';
import { laterPart } from '../read/later-part.tsx';
import { useSave } from '../form/use-save.tsx';
import { refusalText } from '../read/refusal-text.tsx';
import { useRead } from '../read/use-read.tsx';
import { MenuButton } from './menu-button.tsx';

const SaveViewDialog = laterPart(() => import('./save-view-dialog.tsx'));
const ShareViewDialog = laterPart(() => import('./share-view-dialog.tsx'));

/** The part of an address that belongs to the list, including the display mode, in a fixed order: equal views give equal texts. */
function queryOfList(params: URLSearchParams): string {
  const own = writeListAddress(new URLSearchParams(), { ...readListAddress(params), cursor: null });
  const view = params.get('view');
  if (view !== null) own.set('view', view);
  own.sort();
  return own.toString();
}

/** The bare address of a list begins with the person's first view, once: who clears the filters then sees all records. */
function useFirstView(views: readonly SavedView[] | undefined): void {
  const [params, setParams] = useSearchParams();
  const mayBegin = useRef(params.size === 0);
  const first = views?.find(({ isFirst }) => isFirst);
  useEffect(() => {
    if (views === undefined) return;
    if (mayBegin.current && params.size === 0 && first !== undefined && first.query !== '')
      setParams(new URLSearchParams(first.query), { replace: true });
    mayBegin.current = false;
  }, [views, first, params, setParams]);
}

const itemOf = (view: SavedView, open: (view: SavedView) => void) => ({
  key: view.id,
  label: <bdi>{view.name}</bdi>,
  onClick: () => open(view),
});

const tried = (step: Promise<unknown>): void =>
  void step.catch((error: unknown) => notify.failure(refusalText(error)));

/** What a person may do with the view that is shown. */
function useSteps(current: SavedView | undefined, onShare: () => void) {
  const { t } = useTranslation('shared');
  const mayShare = useMay('setting');
  const remove = useSave(savedViews.remove);
  const choose = useSave(savedViews.choose);
  if (current === undefined) return [];
  const { id, name, isOwn, isFirst, shares } = current;
  return [
    ...(isOwn
      ? [
          {
            key: 'choose',
            label: t(isFirst ? 'view.beginNoMore' : 'view.begin', { name }),
            onClick: () => tried(choose.save({ id, isDefault: !isFirst })),
          },
        ]
      : []),
    ...(mayShare ? [{ key: 'share', label: t('view.share', { name }), onClick: onShare }] : []),
    ...(isOwn
      ? [
          {
            key: 'remove',
            danger: true,
            label: t(shares.length > 0 ? 'view.removeShared' : 'view.remove', { name }),
            onClick: () => tried(remove.save({ id })),
          },
        ]
      : []),
  ];
}

/** The views of a list, named by the kind of its records: the person's own and the shared ones. Stands among its filters. */
export function SavedViews({ list }: { list: SavedList }) {
  const { t } = useTranslation('shared');
  const [params, setParams] = useSearchParams();
  const [dialog, setDialog] = useState<'save' | 'share' | null>(null);
  const { data } = useRead(savedViews.list, { list });
  useFirstView(data);
  const views = data ?? [];
  const query = queryOfList(params);
  const current = views.find((view) => view.query === query);
  const steps = useSteps(current, () => setDialog('share'));
  const open = (view: SavedView) => setParams(new URLSearchParams(view.query));
  const own = views.filter(({ isOwn }) => isOwn).map((view) => itemOf(view, open));
  const shared = views.filter(({ isOwn }) => !isOwn).map((view) => itemOf(view, open));
  const items = [
    ...own,
    ...(shared.length > 0
      ? [{ key: 'shared', type: 'group' as const, label: t('view.shared'), children: shared }]
      : []),
    ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: 'save', label: t('view.save'), onClick: () => setDialog('save') },
    ...steps,
  ];
  const close = () => setDialog(null);
  return (
    <>
      <MenuButton
        menu={{ items, selectable: true, selectedKeys: current ? [current.id] : [] }}
        variant="filled"
        color="default"
      >
        <bdi>{current?.name ?? t('view.views')}</bdi> <DownOutlined aria-hidden />
      </MenuButton>
      {dialog === 'save' && (
        <SaveViewDialog
          list={list}
          query={query}
          name={current?.isOwn ? current.name : undefined}
          onClose={close}
        />
      )}
      {dialog === 'share' && current && <ShareViewDialog view={current} onClose={close} />}
    </>
  );
}
