import { useState } from 'react';
import type { FormInstance } from 'antd/es/form';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { ApiRefusal } from '@daybook/shared/call';
import { pathOf, type Values } from './form-values.ts';
import { fieldText } from './refusal-text.tsx';

/** Field → what is wrong with it, in words. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Refusals on their fields; the first one gets the focus, and one goes when its field is typed in. */
export function useFieldErrors(form: FormInstance<Values>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const show = (refusals: FieldRefusals, refusal?: ApiRefusal) => {
    const found = Object.fromEntries(
      Object.entries(refusals).map(([field, codes]) => [field, codes.map((one) => fieldText(one, refusal))]),
    );
    const gone = Object.keys(errors).filter((field) => !(field in found));
    form.setFields([
      ...gone.map((field) => ({ name: pathOf(field), errors: [] })),
      ...Object.entries(found).map(([field, texts]) => ({ name: pathOf(field), errors: texts })),
    ]);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) form.focusField(pathOf(first));
  };
  const typedIn = (patch: Values) => {
    const mended = new Set(Object.keys(errors).filter((field) => isTyped(patch, pathOf(field))));
    if (mended.size === 0) return;
    form.setFields([...mended].map((field) => ({ name: pathOf(field), errors: [] })));
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !mended.has(field))));
  };
  return { errors, show, typedIn };
}

/** A patch holds the changed field alone: one cell of a grid says nothing of the others. */
function isTyped(patch: unknown, path: readonly (string | number)[]): boolean {
  let at = patch;
  for (const part of path) {
    if (typeof at !== 'object' || at === null) return at !== undefined;
    at = (at as Record<string | number, unknown>)[part];
  }
  return at !== undefined;
}
