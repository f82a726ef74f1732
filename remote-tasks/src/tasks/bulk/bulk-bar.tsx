import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tasks, type TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { call } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { useTotal, type List } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { countText } from '@daybook/shared/record/count-text';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { bulkKinds, type BulkKind } from './kinds.ts';

const BulkDialog = laterPart(() => import('./bulk-dialog.tsx'));

/** At most this many tasks at once. If there are more, filters can narrow the list. */
const mostFound = 1_000;

interface BulkBarProps {
  chosen: readonly TaskRow[];
  /** The search and filters of the list; `counted` is how many tasks they find. */
  found: object;
  counted: List['counted'];
  onChoose: (rows: readonly TaskRow[]) => void;
}

async function allFound(found: object): Promise<TaskRow[]> {
  const rows: TaskRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(tasks.list, { ...found, pageSize: 100, cursor });
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && rows.length < mostFound);
  return rows;
}

/** The actions for the selected tasks. */
export function BulkBar({ chosen, found, counted, onChoose }: BulkBarProps) {
  const total = useTotal(counted)?.total ?? 0;
  const { t } = useTranslation('tasks');
  const [kind, setKind] = useState<BulkKind | null>(null);
  const [isLoading, setLoading] = useState(false);
  const chooseAll = async () => {
    setLoading(true);
    try {
      onChoose(await allFound(found));
    } catch (error) {
      notify.failure(refusalText(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <strong>{t('bulk.chosen', { count: chosen.length, shown: countText(chosen.length) })}</strong>
      {bulkKinds.map((one) => (
        <Button key={one} onClick={() => setKind(one)}>
          {t(`bulk.${one}`)}
        </Button>
      ))}
      {chosen.length < Math.min(total, mostFound) && (
        <Button type="link" loading={isLoading} onClick={() => void chooseAll()}>
          {total > mostFound
            ? t('bulk.firstFound', { shown: countText(mostFound) })
            : t('bulk.allFound', { shown: countText(total) })}
        </Button>
      )}
      <Button type="text" onClick={() => onChoose([])}>
        {t('bulk.clear')}
      </Button>
      {kind !== null && (
        <BulkDialog
          kind={kind}
          chosen={chosen}
          onClose={(isDone) => {
            setKind(null);
            if (isDone) onChoose([]);
          }}
        />
      )}
    </>
  );
}
