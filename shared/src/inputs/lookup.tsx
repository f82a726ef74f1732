import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import Spin from 'antd/es/spin';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lookups, type LookupKind, type LookupRow } from '@daybook/contracts/lookups';
import { call } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';
import { refusalText } from '../read/refusal-text.tsx';
import { ClearableSelect } from './clearable-select.tsx';
import type { FieldControl } from './typed-input.tsx';
import { usePause } from './use-pause.tsx';

interface PickerProps {
  kind: LookupKind;
  id?: string;
  disabled?: boolean;
  placeholder?: string;
  variant?: 'outlined' | 'filled';
  prefix?: ReactNode;
  /** An id that is not offered, such as the person themselves in a handover. */
  without?: string;
  /** For tax codes: only those that this billing entity uses. */
  entityId?: string | undefined;
  /** Also people who have left: a filter finds by them what they still hold. */
  former?: boolean;
  /** Chosen records whose labels came with the form, so that the field has its size before they are looked up. */
  known?: readonly { id: string; label: string }[];
  autoFocus?: boolean;
  defaultOpen?: boolean;
  'aria-label'?: string;
}

/** Picks one client, person or service by typing; its value is the id. `onPick` receives the values that other fields are filled with. */
export function Lookup(
  props: PickerProps & FieldControl<string | null> & { onPick?: (row: LookupRow) => void },
) {
  const { kind, value, onChange, onPick, without, entityId, former, known, ...rest } = props;
  const { rows, select } = useLookup(kind, value ? [value] : [], {
    without,
    entityId,
    former,
    known,
    defaultOpen: rest.defaultOpen,
  });
  const choose = (id: string | undefined) => {
    onChange?.(id ?? null);
    const row = rows.find((one) => one.id === id);
    if (row !== undefined) onPick?.(row);
  };
  return (
    <ClearableSelect<string>
      {...select}
      {...rest}
      popupMatchSelectWidth={240}
      // A row that a form begins with has an empty id.
      value={value || undefined}
      onChange={choose}
    />
  );
}

/** Like `Lookup`, for several choices. */
export function LookupMany(
  props: PickerProps & FieldControl<string[]> & { onPick?: (row: LookupRow) => void },
) {
  const { kind, value, onChange, onPick, without, entityId, former, known, ...rest } = props;
  const { rows, select, forgetTyped } = useLookup(kind, value ?? [], { without, entityId, former, known });
  const choose = (ids: string[]) => {
    forgetTyped();
    onChange?.(ids);
    const added = rows.filter(({ id }) => ids.includes(id) && value?.includes(id) !== true);
    for (const row of added) onPick?.(row);
  };
  return (
    <ClearableSelect<string[]> {...select} {...rest} mode="multiple" value={value ?? []} onChange={choose} />
  );
}

function useLookup(
  kind: LookupKind,
  chosen: readonly string[],
  {
    without,
    entityId,
    former = false,
    known = [],
    defaultOpen = false,
  }: Pick<PickerProps, 'without' | 'entityId' | 'former' | 'known' | 'defaultOpen'>,
) {
  const { t } = useTranslation('shared');
  const [isOpen, setOpen] = useState(defaultOpen);
  const [typed, setTyped] = useState('');
  const q = usePause(typed);
  const found = useQuery(
    {
      queryKey: ['GET', lookups.find.path, kind, q, entityId, former],
      queryFn: async ({ signal }) =>
        call(
          lookups.find,
          { kind, entityId, ...(q !== '' && { q }), ...(former && { former: 'true' }) },
          { signal },
        ),
      enabled: isOpen,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  const rows = (found.data ?? []).filter(({ id }) => id !== without);
  const labels = useLabels(
    kind,
    chosen.filter((id) => rows.every((row) => row.id !== id)),
  );
  const isBusy = found.isFetching || q !== typed;
  const isStale = q !== typed || found.isPlaceholderData;
  const offered = [...(q === '' || !isOpen ? labels : []), ...rows];
  const none = found.error === null ? t('lookup.none') : refusalText(found.error);
  return {
    rows,
    forgetTyped: () => setTyped(''),
    select: {
      // Enter right after typing must not choose the first result of the earlier search.
      options: offered
        .filter(({ label }) => !isOpen || !isStale || isLike(label, typed))
        .map(({ id, label }) => ({ value: id, label })),
      labelRender: ({ label, value }: { label?: ReactNode; value?: string | number }) =>
        label ?? [...labels, ...known].find(({ id }) => id === value)?.label ?? '…',
      showSearch: { filterOption: false as const, searchValue: typed, onSearch: setTyped },
      notFoundContent: isBusy ? <Spin size="small" /> : none,
      onOpenChange: (next: boolean) => {
        setOpen(next);
        if (!next) setTyped('');
      },
    },
  };
}

const isLike = (label: string, typed: string): boolean =>
  label.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());

/** The labels of the chosen records, which may not be among the search results. */
function useLabels(kind: LookupKind, ids: readonly string[]): LookupRow[] {
  const reads = useQueries(
    {
      queries: ids.map((id) => ({
        queryKey: ['GET', lookups.find.path, kind, { id }],
        queryFn: async ({ signal }: { signal: AbortSignal }) => call(lookups.find, { kind, id }, { signal }),
      })),
    },
    queryClient,
  );
  return reads.flatMap((read) => read.data ?? []);
}
