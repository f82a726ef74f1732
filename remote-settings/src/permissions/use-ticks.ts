import { useState } from 'react';
import { Grants, grants as endpoints } from '@daybook/contracts/people/grants';
import { permissions, type Permission } from '@daybook/contracts/permissions';
import { isRefusal } from '@daybook/shared/call';
import { openDraft } from '@daybook/shared/drafts';
import { useSave } from '@daybook/shared/form/use-save';
import { differenceOf, onTopOf, startFrom, tick, untick, type Ticks } from './ticks.ts';

/** The saved permissions with their version, and those that the reader may change. */
interface Saved {
  keys: Ticks;
  version: number;
  grantable: Ticks;
}

const savedOf = ({ keys, version, grantable }: Grants): Saved => ({
  keys: new Set(keys),
  version,
  grantable: new Set(grantable),
});

const inOrder = (ticks: Ticks): Permission[] => permissions.filter((key) => ticks.has(key));

const keptKeys = (kept: Record<string, unknown>): Ticks => new Set(kept['keys'] as Permission[]);

/** The ticks and the saved permissions. Unsaved ticks survive a reload. */
function useKeptTicks(grants: Grants, address: string) {
  const [draft] = useState(() => openDraft(address));
  const { restored } = draft;
  const [saved, setSaved] = useState<Saved>(() => ({
    ...savedOf(grants),
    ...(restored && { keys: keptKeys(restored.base), version: restored.version ?? grants.version }),
  }));
  const [ticks, setTicks] = useState<Ticks>(() => (restored ? keptKeys(restored.values) : saved.keys));
  const [isRestored, setRestored] = useState(restored !== null);
  const difference = differenceOf(saved.keys, ticks);
  const isDirty = difference.added.length + difference.removed.length > 0;
  // A newer version arrived, and nothing was changed here yet.
  if (!isDirty && grants.version > saved.version) {
    setSaved(savedOf(grants));
    setTicks(new Set(grants.keys));
  }
  const change = (next: Ticks, base: Saved = saved) => {
    setSaved(base);
    setTicks(next);
    const [values, before] = [{ keys: inOrder(next) }, { keys: inOrder(base.keys) }];
    if (values.keys.join() === before.keys.join()) draft.drop();
    else draft.keepTyped({ values, base: before, version: base.version });
  };
  const startAfresh = (from: Saved = savedOf(grants)) => {
    draft.drop();
    setSaved(from);
    setTicks(from.keys);
    setRestored(false);
  };
  return { draft, saved, ticks, difference, isDirty, isRestored, change, startAfresh };
}

/** The ticks of a person's permissions. They are saved together, and never overwrite a change by somebody else. */
export function useTicks(grants: Grants, address: string, onSaved: () => void) {
  const kept = useKeptTicks(grants, address);
  const { draft, saved, ticks, difference, isDirty, change, startAfresh } = kept;
  const { save, isSaving } = useSave(endpoints.put, draft.attempts);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<Saved | null>(null);
  const { grantable } = saved;
  const submit = async () => {
    if (!isDirty) return;
    setRefusal(null);
    try {
      await save({ id: grants.id, keys: inOrder(ticks) }, saved.version);
      draft.drop();
      onSaved();
    } catch (error) {
      const isConflict = isRefusal(error) && error.code === 'VERSION_CONFLICT';
      const current = isConflict ? Grants.safeParse(error.data) : null;
      if (current?.success) setTheirs(savedOf(current.data));
      else setRefusal(error);
    }
  };
  const goOnFrom = (base: Saved, keepsMine: boolean) => {
    setTheirs(null);
    if (keepsMine) change(onTopOf(base.keys, difference, base.grantable), base);
    else startAfresh(base);
  };
  return {
    ticks,
    grantable,
    difference,
    isDirty,
    isSaving,
    isRestored: kept.isRestored,
    refusal,
    /** The changes that somebody else saved in the meantime, and how to continue. */
    conflict: theirs && {
      difference: differenceOf(saved.keys, theirs.keys),
      goOn: (keepsMine: boolean) => goOnFrom(theirs, keepsMine),
    },
    tick: (leaves: readonly Permission[]) => change(tick(ticks, leaves, grantable)),
    untick: (leaves: readonly Permission[]) => change(untick(ticks, leaves, grantable)),
    startFrom: (wanted: readonly Permission[]) => change(startFrom(ticks, wanted, grantable)),
    startAfresh: () => startAfresh(),
    submit: () => void submit(),
    discard: draft.drop,
  };
}

export type TicksOfPerson = ReturnType<typeof useTicks>;
