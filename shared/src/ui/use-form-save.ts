import { useEffect, useState } from 'react';
import type { FormInstance } from 'antd/es/form';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import { isRefusal, type ApiRefusal } from '@daybook/shared/call';
import { openDraft, type Draft } from '@daybook/shared/drafts';
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
  const { endpoint, form, address, fixed, valuesOf, onSaved } = options;
  const sent = options.sent ?? ((values: Values) => values);
  const [draft] = useState(() => openDraft(address));
  const { save, isSaving } = useSave(endpoint, draft.attempts);
  const { base, version, goOnFrom } = useBasis(options, draft);
  const [isDirty, setDirty] = useState(draft.restored !== null);
  const [isRestored, setRestored] = useState(draft.restored !== null);
  const [refusal, setRefusal] = useState<ApiRefusal | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { errors, show, typedIn } = useFieldErrors(form);

  const typed = (): Values => form.getFieldsValue(true) as Values;
  const keep = () => draft.keepTyped({ values: typed(), base, version: version ?? null });
  const theirsOf = (record: object): Values => valuesOf?.(record as never) ?? fieldsOf(endpoint, record);
  const refused = (error: unknown) => {
    if (!isRefusal(error)) throw error;
    const current = error.code === 'VERSION_CONFLICT' ? recordOf(error.data) : null;
    if (current !== null) {
      const [mine, theirs] = [typed(), theirsOf(current)];
      setConflict({ base, mine, theirs, version: current.version });
      if (changedFields(base, mine, theirs).length === 0) goOnFrom(theirs, current.version);
    } else if (Object.keys(error.fields).length > 0) show(error.fields, error);
    else setRefusal(error);
  };
  const submit = async () => {
    setRefusal(null);
    const own = namesItself(endpoint) ? { id: draft.documentId() } : {};
    const input = { ...own, ...inputFrom(endpoint, sent(typed())), ...fixed };
    const checked = endpoint.input.safeParse(input);
    show(checked.success ? {} : fieldRefusals(checked.error, input));
    if (!checked.success) return;
    keep();
    try {
      const saved = await save(input as InputOf<E>, version);
      draft.drop();
      setDirty(false);
      setRestored(false);
      setConflict(null);
      const record = version === undefined ? null : recordOf(saved);
      if (record !== null) goOnFrom(theirsOf(record), record.version);
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
    goOnFrom(conflict.theirs, conflict.version);
    draft.keepTyped({ values: typed(), base: conflict.theirs, version: conflict.version });
    setConflict(null);
  };
  const startAfresh = () => {
    draft.drop();
    setRestored(false);
    setDirty(false);
    goOnFrom(options.initial ?? {}, options.version);
    form.setFieldsValue({ ...emptied(draft.restored?.values ?? {}), ...options.initial });
  };
  const start: Values = { ...options.initial, ...draft.restored?.values };
  const work = { submit: () => void submit(), changed, resolve, startAfresh, discard: draft.drop };
  return { ...work, start, isSaving, isDirty, isRestored, errors, refusal, conflict };
}

/**
 * What is typed over, and its version. A newer version that was read meanwhile (a step was taken, a note written) is gone on from: what
 * was not typed in here is as it is there. Where both were changed the old one stays, and the next save asks.
 */
function useBasis<E extends Endpoint>(options: FormSaveOptions<E>, draft: Draft) {
  const { form, initial } = options;
  const [base, setBase] = useState<Values>(draft.restored?.base ?? initial ?? {});
  const [version, setVersion] = useState(draft.restored?.version ?? options.version);
  const goOnFrom = (next: Values, at: number | undefined) => {
    setBase(next);
    setVersion(at);
  };
  const isOutdated = version !== undefined && options.version !== undefined && options.version > version;
  useEffect(() => {
    if (!isOutdated) return;
    const mine = form.getFieldsValue(true) as Values;
    const theirs: Values = initial ?? {};
    const changed = changedFields(base, mine, theirs);
    if (changed.some((name) => !isSame(mine[name], base[name]))) return;
    form.setFieldsValue(Object.fromEntries(changed.map((name) => [name, theirs[name]])));
    goOnFrom(theirs, options.version);
  });
  return { base, version, goOnFrom };
}
