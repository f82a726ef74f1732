import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { createContext, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { fieldRefusals } from '@daybook/contracts/field-issues';
import { isRefusal } from '@daybook/shared/call';
import { ErrorBox } from '../read/error-box.tsx';
import { commitTyped } from './commit-typed.ts';
import { ErrorsContext, FieldsContext, type KnownField } from './field.tsx';
import { FormErrors } from './form-errors.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { inputFrom, namesItself, type Values } from './form-values.ts';
import { useClosedToTyping } from './use-closed-to-typing.tsx';
import { useDialogFocus } from './use-dialog-focus.tsx';
import { useFieldErrors } from './use-field-errors.ts';
import { useSave } from './use-save.tsx';
import styles from './form-screen.module.css';

/** Registers work in progress in a field, such as an upload. Saving waits for it, and stops if it fails. */
export const WaitContext = createContext<(work: Promise<unknown>) => void>(() => undefined);

interface FormDialogProps<E extends Endpoint> {
  /** Names what happens: "Void invoice 25-26/0042". */
  title: string;
  /** Explains the consequence if the title does not. */
  consequence?: ReactNode;
  endpoint: E;
  initial?: Partial<InputOf<E>>;
  /** Values that are sent but not entered by the person. */
  fixed?: Partial<InputOf<E>>;
  version?: number;
  /** The label of the saving button, a verb. */
  verb: string;
  isDangerous?: boolean;
  width?: number;
  onSaved: (saved: OutputOf<E>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A short form in a dialog, with the same checks and refusals as a form screen. It is shown while mounted. */
export function FormDialog<E extends Endpoint>(props: FormDialogProps<E>) {
  const { title, consequence, verb, isDangerous = false, width = 520, onClose, children } = props;
  const { t } = useTranslation('shared');
  const [form] = Form.useForm<Values>();
  const [fields] = useState(() => new Map<string, KnownField>());
  const { errors, refusal, isSaving, isClosed, waitFor, submit, changed } = useDialogSave(props, form);
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const focus = useDialogFocus();
  const box = useRef<HTMLDivElement>(null);
  useClosedToTyping(box, isClosed);
  return (
    <Modal
      open
      title={title}
      width={width}
      okText={verb}
      okButtonProps={{ danger: isDangerous }}
      cancelText={t('confirm.cancel')}
      confirmLoading={isSaving}
      onOk={form.submit}
      onCancel={() => (isDirty ? setAsking(true) : onClose())}
      wrapProps={{ ...focus, onKeyDownCapture: savesOn(() => commitTyped(form.submit)) }}
      classNames={{ body: styles.dialogBody ?? '' }}
    >
      {consequence !== undefined && <p>{consequence}</p>}
      <div className={styles.dialogErrors}>
        <FormErrors errors={errors} fields={fields} onPick={(field) => form.focusField(field)} />
      </div>
      <FieldsContext value={fields}>
        <ErrorsContext value={errors}>
          <WaitContext value={waitFor}>
            <div ref={box}>
              <Form<Values>
                form={form}
                layout="vertical"
                noValidate
                data-unsaved={isDirty}
                initialValues={props.initial ?? {}}
                onValuesChange={(patch: Values) => {
                  setDirty(true);
                  changed(patch);
                }}
                onFinish={() => void submit()}
              >
                {children}
                <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
              </Form>
            </div>
          </WaitContext>
        </ErrorsContext>
      </FieldsContext>
      {refusal !== null && <ErrorBox error={refusal} />}
      <LeaveQuestion isOpen={isAsking} onStay={() => setAsking(false)} onLeave={onClose} />
    </Modal>
  );
}

/** Ctrl+Enter (⌘ Enter) saves from anywhere in the dialog; a question above it has keys of its own. */
const savesOn = (submit: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  const { key, ctrlKey, metaKey, currentTarget, target } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || !currentTarget.contains(target as Node)) return;
  event.preventDefault();
  // Otherwise a picker would open its list, or a button would be pressed.
  event.stopPropagation();
  submit();
};

function useDialogSave<E extends Endpoint>(
  { endpoint, fixed, version, onSaved }: FormDialogProps<E>,
  form: ReturnType<typeof Form.useForm<Values>>[0],
) {
  const { save, isSaving } = useSave(endpoint);
  const { errors, show, typedIn } = useFieldErrors(form);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [id] = useState(() => crypto.randomUUID());
  const isBusy = useRef(false);
  // A second press before the dialog closes must not save again.
  const isDone = useRef(false);
  const [isWaiting, setWaiting] = useState(false);
  const underWay = useRef(new Set<Promise<unknown>>());
  const waitFor = (work: Promise<unknown>) => {
    underWay.current.add(work);
    void Promise.allSettled([work]).then(() => underWay.current.delete(work));
  };
  const check = async () => {
    setRefusal(null);
    setWaiting(true);
    const waited = await Promise.allSettled(underWay.current);
    setWaiting(false);
    // The field itself shows why.
    if (waited.some(({ status }) => status === 'rejected')) return;
    const own = namesItself(endpoint) ? { id } : {};
    const input = { ...own, ...inputFrom(endpoint, form.getFieldsValue(true) as Values), ...fixed };
    const checked = endpoint.input.safeParse(input);
    show(checked.success ? {} : fieldRefusals(checked.error, input));
    if (!checked.success) return;
    try {
      const saved = await save(input as InputOf<E>, version);
      isDone.current = true;
      onSaved(saved);
    } catch (error) {
      if (isRefusal(error) && Object.keys(error.fields).length > 0) show(error.fields, error);
      else setRefusal(error);
    }
  };
  const submit = async () => {
    if (isBusy.current || isDone.current) return;
    isBusy.current = true;
    try {
      await check();
    } finally {
      isBusy.current = false;
    }
  };
  const changed = (patch: Values) => {
    isDone.current = false;
    typedIn(patch);
  };
  const isClosed = () => isBusy.current;
  return { errors, refusal, isSaving: isSaving || isWaiting, isClosed, waitFor, submit, changed };
}
