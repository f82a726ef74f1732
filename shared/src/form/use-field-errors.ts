import { useMemo, useState } from 'react';
import type { FormInstance } from 'antd/es/form';
import type { FieldRefusal, FieldRefusals } from '@daybook/contracts/refusals';
import type { ApiRefusal } from '@daybook/shared/call';
import { fieldText } from '../read/refusal-text.tsx';
import { pathOf, type Values } from './form-values.ts';

/** Field → what is wrong with it, in words. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * Refusals on their fields; the first one gets the focus, and one goes when its field is typed in. What is said of a field when it is
 * left is not counted yet: the count at the top would push away what is being typed.
 */
export function useFieldErrors(form: FormInstance<Values>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [early, setEarly] = useState<FieldErrors>({});
  const all = useMemo(() => ({ ...early, ...errors }), [early, errors]);
  const showLeft = (field: string, refusals: readonly FieldRefusal[] = []) => {
    // What is empty may still be filled in.
    const texts = refusals.filter(({ code }) => code !== 'REQUIRED').map((one) => fieldText(one));
    if (texts.length === 0 || field in errors) return;
    form.setFields([{ name: pathOf(field), errors: texts }]);
    setEarly((before) => ({ ...before, [field]: texts }));
  };
  const show = (refusals: FieldRefusals, refusal?: ApiRefusal) => {
    const found = Object.fromEntries(
      Object.entries(refusals).map(([field, codes]) => [field, codes.map((one) => fieldText(one, refusal))]),
    );
    const gone = Object.keys(all).filter((field) => !(field in found));
    form.setFields([
      ...gone.map((field) => ({ name: pathOf(field), errors: [] })),
      ...Object.entries(found).map(([field, texts]) => ({ name: pathOf(field), errors: texts })),
    ]);
    setErrors(found);
    setEarly({});
    const [first] = Object.keys(found);
    if (first !== undefined) form.focusField(pathOf(first));
  };
  const typedIn = (patch: Values) => {
    const mended = new Set(Object.keys(all).filter((field) => isTyped(patch, pathOf(field))));
    if (mended.size === 0) return;
    form.setFields([...mended].map((field) => ({ name: pathOf(field), errors: [] })));
    const rest = (of: FieldErrors) =>
      Object.fromEntries(Object.entries(of).filter(([field]) => !mended.has(field)));
    setErrors(rest(errors));
    setEarly(rest(early));
  };
  return { errors, all, show, showLeft, typedIn };
}

/** A patch holds the changed field alone, so that one cell of a grid leaves the others as they are. */
function isTyped(patch: unknown, path: readonly (string | number)[]): boolean {
  let at = patch;
  for (const part of path) {
    if (typeof at !== 'object' || at === null) return at !== undefined;
    at = (at as Record<string | number, unknown>)[part];
  }
  return at !== undefined;
}
