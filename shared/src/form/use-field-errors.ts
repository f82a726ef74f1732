import { useMemo, useState } from 'react';
import type { FormInstance } from 'antd/es/form';
import type { FieldRefusal, FieldRefusals } from '@daybook/contracts/refusals';
import type { ApiRefusal } from '@daybook/shared/call';
import { fieldText } from '../read/refusal-text.tsx';
import { pathOf, type Values } from './form-values.ts';

/** Field → its error messages. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * Shows refusals at their fields. The first field with an error gets the focus, and typing in a field removes its error.
 * Errors found when a field loses the focus are not counted yet, because a count appearing at the top would move the
 * field that the person is typing in.
 */
export function useFieldErrors(form: FormInstance<Values>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [early, setEarly] = useState<FieldErrors>({});
  const all = useMemo(() => ({ ...early, ...errors }), [early, errors]);
  const showLeft = (field: string, refusals: readonly FieldRefusal[] = []) => {
    // An empty field may still be filled in.
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

/** A patch contains only the changed field, so that a change in one cell of a grid leaves the errors of the others. */
function isTyped(patch: unknown, path: readonly (string | number)[]): boolean {
  let at = patch;
  for (const part of path) {
    if (typeof at !== 'object' || at === null) return at !== undefined;
    at = (at as Record<string | number, unknown>)[part];
  }
  return at !== undefined;
}
