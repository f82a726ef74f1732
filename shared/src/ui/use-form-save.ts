import { useState } from 'react';
import type { FormInstance } from 'antd/es/form';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import { isRefusal, type ApiRefusal } from '@daybook/shared/call';
import { openDraft } from '@daybook/shared/drafts';
import type { Conflict } from './form-conflict.tsx';
import { emptied, fieldsOf, inputFrom, namesItself, recordOf, type Values } from './form-values.ts';
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
  const [base, setBase] = useState<Values>(draft.restored?.base ?? options.initial ?? {});
  const [version, setVersion] = useState(draft.restored?.version ?? options.version);
  const [isDirty, setDirty] = useState(draft.restored !== null);
  const [isRestored, setRestored] = useState(draft.restored !== null);
  const [refusal, setRefusal] = useState<ApiRefusal | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { errors, show, typedIn } = useFieldErrors(form);

  const typed = (): Values => form.getFieldsValue(true) as Values;
  const keep = () => draft.keepTyped({ values: typed(), base, version: version ?? null });
  const refused = (error: unknown) => {
    if (!isRefusal(error)) throw error;
    const current = error.code === 'VERSION_CONFLICT' ? recordOf(error.data) : null;
    if (current !== null) {
      const theirs = valuesOf?.(current as never) ?? fieldsOf(endpoint, current);
      setConflict({ base, mine: typed(), theirs, version: current.version });
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
    setBase(conflict.theirs);
    setVersion(conflict.version);
    draft.keepTyped({ values: typed(), base: conflict.theirs, version: conflict.version });
    setConflict(null);
  };
  const startAfresh = () => {
    draft.drop();
    setRestored(false);
    setDirty(false);
    setVersion(options.version);
    setBase(options.initial ?? {});
    form.setFieldsValue({ ...emptied(draft.restored?.values ?? {}), ...options.initial });
  };
  const start: Values = { ...options.initial, ...draft.restored?.values };
  const work = { submit: () => void submit(), changed, resolve, startAfresh, discard: draft.drop };
  return { ...work, start, isSaving, isDirty, isRestored, errors, refusal, conflict };
}
