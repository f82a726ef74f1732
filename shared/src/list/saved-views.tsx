import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { savedViews, type SavedList } from '@daybook/contracts/saved-views';
import { notify } from '@daybook/shared/notify';
import { readListAddress, writeListAddress } from '@daybook/shared/list-address';
import { useSave } from '../form/use-save.tsx';
import { refusalText } from '../read/refusal-text.tsx';
import { useRead } from '../read/use-read.tsx';

const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));

/** The part of an address that belongs to the list, including the display mode, in a fixed order: equal views give equal texts. */
function queryOfList(params: URLSearchParams): string {
  const own = writeListAddress(new URLSearchParams(), { ...readListAddress(params), cursor: null });
  const view = params.get('view');
  if (view !== null) own.set('view', view);
  own.sort();
  return own.toString();
}

/** The person's own views of a list, named by the kind of its records; stands among its filters. */
export function SavedViews({ list }: { list: SavedList }) {
  const { t } = useTranslation('shared');
  const [params, setParams] = useSearchParams();
  const [isSaving, setSaving] = useState(false);
  const views = useRead(savedViews.list, { list }).data ?? [];
  const remove = useSave(savedViews.remove);
  const query = queryOfList(params);
  const current = views.find((view) => view.query === query);
  const drop = async (id: string) => {
    try {
      await remove.save({ id });
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  const items = [
    ...views.map((view) => ({
      key: view.id,
      label: <bdi>{view.name}</bdi>,
      onClick: () => setParams(new URLSearchParams(view.query)),
    })),
    ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: 'save', label: t('view.save'), onClick: () => setSaving(true) },
    ...(current
      ? [
          {
            key: 'remove',
            danger: true,
            label: t('view.remove', { name: current.name }),
            onClick: () => void drop(current.id),
          },
        ]
      : []),
  ];
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items, selectable: true, selectedKeys: current ? [current.id] : [] }}
      >
        <Button variant="filled" color="default">
          <bdi>{current?.name ?? t('view.views')}</bdi> <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {isSaving && (
        <Suspense>
          <SaveViewDialog list={list} query={query} name={current?.name} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  );
}
