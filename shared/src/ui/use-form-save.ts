import { useEffect, useRef, useState } from 'react';
import type { FormInstance } from 'antd/es/form';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import { isRefusal, type ApiRefusal } from '@daybook/shared/call';
import { openDraft, type Draft, type Typed } from '@daybook/shared/drafts';
import type { Conflict } from './form-conflict.tsx';
import {
  changedFields,
  emptied,
  fieldsOf,
  inputFrom,
  isSame,
  namesItself,
  recordOf,
  type Values,
} from './form-values.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { useSave } from './use-save.tsx';

interface FormSaveOptions<E extends Endpoint> {
  endpoint: E;
  form: FormInstance<Values>;
  /** Where the form lives; its draft is kept under it. */
  address: string;
  initial?: Partial<InputOf<E>>;
  fixed?: Partial<InputOf<E>>;
  sent?: (values: Values) => Values;
  version?: number;
  valuesOf?: (record: never) => Partial<InputOf<E>>;
  onSaved: (saved: OutputOf<E>) => void;
}

/** What a form screen does: check, send, put refusals where they belong, merge what another person changed, keep the draft. */
export function useFormSave<E extends Endpoint>(options: FormSaveOptions<E>) {
  const { endpoint, form, address, valuesOf, onSaved } = options;
  const [draft] = useState(() => openDraft(address));
  const { save, isSaving } = useSave(endpoint, draft.attempts);
  const basis = useBasis(options, draft);
  const [isDirty, setDirty] = useState(draft.restored !== null);
  const [isRestored, setRestored] = useState(draft.restored !== null);
  const [refusal, setRefusal] = useState<ApiRefusal | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { errors, all, show, showLeft, typedIn } = useFieldErrors(form);

  const typed = (): Values => form.getFieldsValue(true) as Values;
  const keep = () => draft.keepTyped({ values: typed(), ...basis.now() });
  const theirsOf = (record: object): Values => valuesOf?.(record as never) ?? fieldsOf(endpoint, record);
  const refused = (error: unknown) => {
    if (!isRefusal(error)) throw error;
    const current = error.code === 'VERSION_CONFLICT' ? recordOf(error.data) : null;
    if (current !== null) {
      const [mine, theirs] = [typed(), theirsOf(current)];
      const { base } = basis.now();
      setConflict({ base, mine, theirs, version: current.version });
      if (changedFields(base, mine, theirs).length === 0) basis.goOnFrom(theirs, current.version);
    } else if (Object.keys(error.fields).length > 0) show(error.fields, error);
    else setRefusal(error);
  };
  const inputNow = () => inputOf(options, draft, typed());
  const left = (field: string) => showLeft(field, faultsOf(endpoint, inputNow())[field]);
  const submit = async () => {
    setRefusal(null);
    const input = inputNow();
    const faults = faultsOf(endpoint, input);
    show(faults);
    if (Object.keys(faults).length > 0) return;
    keep();
    try {
      const { version } = basis.now();
      const saved = await save(input as InputOf<E>, version ?? undefined);
      draft.drop();
      setDirty(false);
      setRestored(false);
      setConflict(null);
      const record = version === null ? null : recordOf(saved);
      if (record !== null) basis.goOnFrom(theirsOf(record), record.version);
      onSaved(saved);
    } catch (error) {
      refused(error);
    }
  };
  const changed = (patch: Values) => {
    setDirty(true);
    keep();
    typedIn(patch);
  };
  const resolve = (chosen: Values) => {
    if (conflict === null) return;
    form.setFieldsValue(chosen);
    basis.goOnFrom(conflict.theirs, conflict.version);
    keep();
    setConflict(null);
  };
  const startAfresh = () => {
    draft.drop();
    setRestored(false);
    setDirty(false);
    basis.goOnFrom(options.initial ?? {}, options.version ?? null);
    form.setFieldsValue({ ...emptied(draft.restored?.values ?? {}), ...options.initial });
  };
  const start: Values = { ...options.initial, ...draft.restored?.values };
  const work = { submit: () => void submit(), changed, left, resolve, startAfresh, discard: draft.drop };
  return { ...work, start, isSaving, isDirty, isRestored, errors, all, refusal, conflict };
}

/** What would be sent now. */
function inputOf<E extends Endpoint>(options: FormSaveOptions<E>, draft: Draft, typed: Values) {
  const { endpoint, fixed, sent = (values: Values) => values } = options;
  const own = namesItself(endpoint) ? { id: draft.documentId() } : {};
  return { ...own, ...inputFrom(endpoint, sent(typed)), ...fixed };
}

/** What the server would refuse, by the same schema. */
function faultsOf(endpoint: Endpoint, input: Values): FieldRefusals {
  const { error } = endpoint.input.safeParse(input);
  return error === undefined ? {} : fieldRefusals(error, input);
}

/**
 * What is typed over, and its version. A newer version that was read meanwhile (a step was taken, a note written) is gone on from: what
 * was not typed in here is as it is there. Where both were changed the old one stays, and the next save asks.
 */
function useBasis<E extends Endpoint>({ form, initial, version }: FormSaveOptions<E>, draft: Draft) {
  const basis = useRef<Pick<Typed, 'base' | 'version'>>({
    base: draft.restored?.base ?? initial ?? {},
    version: draft.restored?.version ?? version ?? null,
  });
  useEffect(() => {
    const { base, version: known } = basis.current;
    if (known === null || version === undefined || version <= known) return;
    const mine = form.getFieldsValue(true) as Values;
    const theirs: Values = initial ?? {};
    const changed = changedFields(base, mine, theirs);
    if (changed.some((name) => !isSame(mine[name], base[name]))) return;
    form.setFieldsValue(Object.fromEntries(changed.map((name) => [name, theirs[name]])));
    basis.current = { base: theirs, version };
  });
  return {
    now: () => basis.current,
    goOnFrom: (base: Values, at: number | null) => {
      basis.current = { base, version: at };
    },
  };
}
