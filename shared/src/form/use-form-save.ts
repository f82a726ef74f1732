import { useEffect, useRef, useState } from 'react';
import type { FormInstance } from 'antd/es/form';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import { isRefusal, type ApiRefusal } from '@daybook/shared/call';
import { openDraft, type Draft } from '@daybook/shared/drafts';
import { store } from '@daybook/shared/session';
import { draftAbout } from './draft-about.ts';
import {
  emptied,
  fieldsOf,
  inputFrom,
  isSame,
  namesItself,
  recordOf,
  restored,
  type Values,
} from './form-values.ts';
import { newTypedAtom } from './typed-mark.tsx';
import { useFieldErrors } from './use-field-errors.ts';
import { useMerge } from './use-merge.ts';
import { useSave } from './use-save.tsx';

interface FormSaveOptions<E extends Endpoint> {
  title: string;
  endpoint: E;
  form: FormInstance<Values>;
  /** The address of the form, including the query that sets its initial values. The draft is stored under it. */
  address: string;
  initial?: Partial<InputOf<E>>;
  fixed?: Partial<InputOf<E>>;
  sent?: (values: Values) => Values;
  version?: number;
  valuesOf?: (record: never) => Partial<InputOf<E>>;
  /** Called once the input is complete; saving stops if it resolves to false. */
  mayGoOn?: (values: Values) => Promise<boolean>;
  /** Called when the input was saved. A person who has left the form (`away`) is not taken to another page. */
  onSaved: (saved: OutputOf<E>, where: 'here' | 'away') => void;
  /** Called when the input was saved, but the person has typed more since. */
  onSavedInPart: () => void;
  /** Called when the input was refused after the person had left the form. */
  onRefusedAway: (refusal: ApiRefusal) => void;
}

/** What a form screen does: checks, sends, shows refusals at the fields, merges another person's changes, and keeps the draft. */
export function useFormSave<E extends Endpoint>(options: FormSaveOptions<E>) {
  const { endpoint, form, address, title } = options;
  const [draft] = useState(() => openDraft(address));
  const basis = useMerge(options, draft.restored);
  const [dirtyAtom] = useState(() => newTypedAtom(draft.restored !== null));
  const setDirty = (isDirty: boolean) => store.set(dirtyAtom, isDirty);
  const [isRestored, setRestored] = useState(draft.restored !== null);
  const [refusal, setRefusal] = useState<ApiRefusal | null>(null);
  const { errors, all, show, showLeft, typedIn } = useFieldErrors(form);

  const typed = (): Values => form.getFieldsValue(true) as Values;
  const keep = () => {
    const values = typed();
    draft.keepTyped({ values, ...basis.now() }, { title, about: draftAbout(values) });
  };
  const clear = () => {
    draft.drop();
    setDirty(false);
    setRestored(false);
  };
  const { send, isBusy, isDone, reopen, isSaving } = useSending(options, {
    draft,
    basis,
    typed,
    keep,
    clear,
  });
  const inputNow = () => inputOf(options, draft, typed());
  const left = (field: string) => showLeft(field, faultsOf(endpoint, inputNow())[field]);
  const submit = async () => {
    if (isBusy() || isDone()) return;
    setRefusal(null);
    const input = inputNow();
    const faults = faultsOf(endpoint, input);
    show(faults);
    if (Object.keys(faults).length > 0) return;
    keep();
    if (options.mayGoOn && !(await options.mayGoOn(typed()))) return;
    const refused = await send(input);
    if (refused === null) return;
    if (Object.keys(refused.fields).length > 0) show(refused.fields, refused);
    else setRefusal(refused);
  };
  const changed = (patch: Values) => {
    reopen();
    setDirty(true);
    keep();
    typedIn(patch);
  };
  const takeTheirs = (field: string) => {
    basis.takeTheirs(field);
    keep();
  };
  const startAfresh = () => {
    clear();
    basis.goOnFrom(options.initial ?? {}, options.version ?? null);
    form.setFieldsValue({ ...emptied(draft.restored?.values ?? {}), ...options.initial });
  };
  const start: Values =
    draft.restored === null ? { ...options.initial } : restored(draft.restored, options.initial ?? {});
  /** While a new document is being created, it accepts no further input. */
  const isClosed = () => isBusy() && basis.now().version === null;
  const work = { submit: () => void submit(), changed, left, takeTheirs, startAfresh, discard: draft.drop };
  const { merge } = basis;
  return { ...work, start, isSaving, isClosed, dirtyAtom, isRestored, errors, all, refusal, merge };
}

interface Sent {
  draft: Draft;
  basis: ReturnType<typeof useMerge>;
  typed: () => Values;
  keep: () => void;
  clear: () => void;
}

/** One save at a time, until it ends: saved, saved with later input, merged with another person's changes, or refused. */
function useSending<E extends Endpoint>(options: FormSaveOptions<E>, given: Sent) {
  const { endpoint, valuesOf } = options;
  const { draft, basis, typed, keep, clear } = given;
  const { save, isSaving } = useSave(endpoint, draft.attempts);
  const isBusy = useRef(false);
  // A second press before the form closes must not save again.
  const isDone = useRef(false);
  const isHere = useIsHere();
  const theirsOf = (record: object): Values => valuesOf?.(record as never) ?? fieldsOf(endpoint, record);
  const taken = (saved: OutputOf<E>, sent: string, version: number | null) => {
    const record = version === null ? null : recordOf(saved);
    if (record !== null) basis.goOnFrom(theirsOf(record), record.version);
    if (record !== null && isHere.current && !isSame(typed(), JSON.parse(sent))) {
      keep();
      return options.onSavedInPart();
    }
    clear();
    isDone.current = true;
    options.onSaved(saved, isHere.current ? 'here' : 'away');
  };
  /** Returns the refusal, if the form is still there to show it. */
  const sendOnce = async (input: Values): Promise<ApiRefusal | null> => {
    const { version } = basis.now();
    const sent = JSON.stringify(typed());
    try {
      const saved = await save(input as InputOf<E>, version ?? undefined);
      basis.close();
      taken(saved, sent, version);
      return null;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (!isHere.current) {
        options.onRefusedAway(error);
        return null;
      }
      const current = error.code === 'VERSION_CONFLICT' ? recordOf(error.data) : null;
      if (current === null) return error;
      const isMerged = basis.mergeWith(theirsOf(current), current.version);
      keep();
      // If the other person changed nothing on this form, it is sent again.
      return isMerged || current.version === version ? null : sendOnce(input);
    }
  };
  const send = async (input: Values): Promise<ApiRefusal | null> => {
    isBusy.current = true;
    try {
      return await sendOnce(input);
    } finally {
      isBusy.current = false;
    }
  };
  const reopen = () => {
    isDone.current = false;
  };
  return { send, isBusy: () => isBusy.current, isDone: () => isDone.current, reopen, isSaving };
}

/** Whether the form is still on the screen. */
function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** The input that would be sent now. */
function inputOf<E extends Endpoint>(options: FormSaveOptions<E>, draft: Draft, typed: Values) {
  const { endpoint, fixed, sent = (values: Values) => values } = options;
  const own = namesItself(endpoint) ? { id: draft.documentId() } : {};
  return { ...own, ...inputFrom(endpoint, sent(typed)), ...fixed };
}

/** The faults of the input, found with the server's own schema. */
function faultsOf(endpoint: Endpoint, input: Values): FieldRefusals {
  const { error } = endpoint.input.safeParse(input);
  return error === undefined ? {} : fieldRefusals(error, input);
}
