import { useEffect, useRef, useState } from 'react';
import type { FormInstance } from 'antd/es/form';
import type { Typed } from '@daybook/shared/drafts';
import { mergeOf, pathOf, type Change, type Merge, type Values } from './form-values.ts';

interface MergeOptions {
  form: FormInstance<Values>;
  initial?: Values;
  version?: number;
}

/**
 * The record that the form is based on, and the merge with another person's changes. Fields that only the other person
 * changed take the new value; fields changed by both stay as entered and show the other value. If only a newer version
 * was read, because of a step or a note, the form continues from it at once. If that version clashes, the next save
 * reports it.
 */
export function useMerge({ form, initial, version }: MergeOptions, restored: Typed | null) {
  const basis = useRef<Pick<Typed, 'base' | 'version'>>({
    base: restored?.base ?? initial ?? {},
    version: restored?.version ?? version ?? null,
  });
  const [merge, setMerge] = useState<Merge | null>(null);
  const mine = () => form.getFieldsValue(true) as Values;
  const take = (changes: readonly Change[]) => {
    for (const { field, theirs } of changes) form.setFieldValue(pathOf(field), theirs);
  };
  const goOnFrom = (base: Values, at: number | null) => {
    basis.current = { base, version: at };
  };
  useEffect(() => {
    const { base, version: known } = basis.current;
    if (known === null || version === undefined || version <= known) return;
    const theirs: Values = initial ?? {};
    const { taken, clashes } = mergeOf({ base, mine: mine(), theirs });
    if (clashes.length > 0) return;
    take(taken);
    goOnFrom(theirs, version);
  });
  return {
    now: () => basis.current,
    goOnFrom,
    merge,
    /** Merges a saved record and returns whether the person has something to look at before saving again. */
    mergeWith: (theirs: Values, at: number): boolean => {
      const merged = mergeOf({ base: basis.current.base, mine: mine(), theirs });
      take(merged.taken);
      goOnFrom(theirs, at);
      const isNothing = merged.taken.length + merged.clashes.length === 0;
      setMerge(isNothing ? null : merged);
      const [first] = merged.clashes;
      if (first !== undefined) form.focusField(pathOf(first.field));
      return !isNothing;
    },
    takeTheirs: (field: string) => {
      const clashes = merge?.clashes ?? [];
      take(clashes.filter((one) => one.field === field));
      const rest = clashes.filter((one) => one.field !== field);
      setMerge(rest.length === 0 ? null : { taken: merge?.taken ?? [], clashes: rest });
    },
    close: () => setMerge(null),
  };
}
