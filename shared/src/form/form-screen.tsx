import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form, { type FormInstance } from 'antd/es/form';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { otherDrafts } from '@daybook/shared/drafts';
import { notify } from '@daybook/shared/notify';
import { useReturnAddress } from '@daybook/shared/return-address';
import { store } from '@daybook/shared/session';
import { laterPart } from '../read/later-part.tsx';
import { ErrorBox } from '../read/error-box.tsx';
import { refusalText } from '../read/refusal-text.tsx';
import { LeftContext } from '../inputs/typed-input.tsx';
import { commitTyped } from './commit-typed.ts';
import { ErrorsContext, FieldsContext, type KnownField } from './field.tsx';
import { ClashesContext } from './field-clash.tsx';
import { FooterPlace } from './form-footer.tsx';
import { FormErrors } from './form-errors.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import type { Values } from './form-values.ts';
import type { Asked, FormQuestion } from './form-question.tsx';
import { TypedMark } from './typed-mark.tsx';
import { useClosedToTyping } from './use-closed-to-typing.tsx';
import { useFormKeys } from './use-form-keys.tsx';
import { useFormSave } from './use-form-save.ts';
import styles from './form-screen.module.css';

// Loaded lazily, because it is rarely needed.
const FormConflict = laterPart(() => import('./form-conflict.tsx'));
const FormQuestionDialog = laterPart(() => import('./form-question.tsx'));
const OtherDrafts = laterPart(() => import('./other-drafts.tsx'));

export interface FormScreenProps<E extends Endpoint> {
  title: string;
  /** The endpoint that saves. Its input names the fields, and its schema checks them before sending. */
  endpoint: E;
  /** The initial values of the fields. */
  initial?: Partial<InputOf<E>>;
  /** Values that are sent but not entered: the id in the path, and values from the address. */
  fixed?: Partial<InputOf<E>>;
  /** Reduces the field values to what is sent. It may leave out fields but not move entries, because a refusal names an entry by its index. */
  sent?: (values: Values) => Values;
  /** The version of the edited record. */
  version?: number;
  /** The form fields of a record that somebody else has changed; by default, the values of the same names. */
  valuesOf?: (record: never) => Partial<InputOf<E>>;
  /** The address that Cancel and Esc lead to, or -1 for the page before. */
  backTo: string | -1;
  onSaved: (saved: OutputOf<E>) => void;
  /** The notice after saving, for a record that is named by its number. */
  done?: (saved: OutputOf<E>) => string;
  /** The field that gets the focus, if the first ones are already filled in. */
  begin?: string;
  /** The label of the save button, a verb. */
  verb?: string;
  /** A question before saving, for a form that creates or moves many things at once. */
  question?: (values: Values) => FormQuestion;
  /** A second button that saves and then continues elsewhere: "Save and issue". */
  also?: { verb: string; onSaved: (saved: OutputOf<E>) => void };
  /** Beside Save and Cancel. */
  extraActions?: ReactNode;
  /** Uses the full width of the page: for a form with a grid of lines. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * The structure of every form. It checks input as the server does, shows refusals at the fields, keeps drafts over
 * reloads and never overwrites another person's changes.
 */
export function FormScreen<E extends Endpoint>(props: FormScreenProps<E>) {
  const { pathname, search, hash } = useLocation();
  const address = pathname + search;
  // A new address or a new start field gives a new form, with nothing of the earlier one.
  return <FormAt key={address} address={address} startAt={hash.slice(1) || (props.begin ?? '')} {...props} />;
}

function FormAt<E extends Endpoint>(props: FormScreenProps<E> & { address: string; startAt: string }) {
  const { address, startAt, title, verb, also, extraActions, isWide = false, children } = props;
  const navigate = useNavigate();
  const backTo = useReturnAddress() ?? props.backTo;
  const [form] = Form.useForm<Values>();
  const [fields] = useState(() => new Map<string, KnownField>());
  const [isAsking, setAsking] = useState(false);
  const box = useRef<HTMLElement>(null);
  const [footerPlace, setFooterPlace] = useState<HTMLElement | null>(null);
  const { save, submit, send, asked } = useTwoWays(props, form);
  const { left, clashes } = useForFields(save, fields);
  const leave = () => {
    save.discard();
    void (backTo === -1 ? navigate(backTo) : navigate(backTo));
  };
  useClosedToTyping(box, save.isClosed);
  const cancel = () => (store.get(save.dirtyAtom) ? setAsking(true) : leave());
  useFormKeys(box, { submit: () => commitTyped(() => submit('first')), escape: cancel });
  useEffect(() => focusFirst(box.current, startAt), [startAt]);

  return (
    <section
      ref={box}
      aria-labelledby="form-title"
      className={`${styles.screen} ${isWide ? '' : styles.narrow}`}
    >
      <h1 id="form-title" className={styles.title}>
        {title}
      </h1>
      <TypedMark of={save.dirtyAtom} />
      <BeforeFields save={save} fields={fields} address={address} onPick={form.focusField} />
      <FieldsContext value={fields}>
        <ErrorsContext value={save.all}>
          <LeftContext value={left}>
            <ClashesContext value={clashes}>
              <Form<Values>
                form={form}
                layout="vertical"
                requiredMark
                noValidate
                initialValues={save.start}
                onValuesChange={save.changed}
                onFinish={send}
                className={styles.form ?? ''}
              >
                <FooterPlace value={footerPlace}>
                  <div className={styles.fields}>{children}</div>
                </FooterPlace>
                <Footer
                  verb={verb}
                  alsoVerb={also?.verb}
                  isSaving={save.isSaving}
                  extra={extraActions}
                  place={setFooterPlace}
                  onSecond={() => submit('second')}
                  onCancel={cancel}
                />
              </Form>
            </ClashesContext>
          </LeftContext>
        </ErrorsContext>
      </FieldsContext>
      <LeaveQuestion isOpen={isAsking} onStay={() => setAsking(false)} onLeave={leave} />
      {asked !== null && <FormQuestionDialog asked={asked} verb={verb} />}
    </section>
  );
}

interface BeforeFieldsProps {
  save: ReturnType<typeof useFormSave>;
  fields: ReadonlyMap<string, KnownField>;
  address: string;
  onPick: (field: (string | number)[]) => void;
}

/** What a person should know before the fields: drafts, changes of another person, refusals. */
function BeforeFields({ save, fields, address, onPick }: BeforeFieldsProps) {
  const { merge, takeTheirs, refusal } = save;
  const [hasOthers] = useState(() => otherDrafts(address).length > 0);
  return (
    <>
      {save.isRestored && <RestoredNotice onDiscard={save.startAfresh} />}
      {hasOthers && !save.isRestored && <OtherDrafts address={address} />}
      {merge !== null && <FormConflict merge={merge} fields={fields} onPick={onPick} onTake={takeTheirs} />}
      <FormErrors errors={save.errors} fields={fields} onPick={onPick} />
      {refusal !== null && <ErrorBox error={refusal} />}
    </>
  );
}

/** Saves, then continues by the button that was pressed. Enter and the first button submit the form directly. */
function useTwoWays<E extends Endpoint>(
  props: FormScreenProps<E> & { address: string },
  form: FormInstance<Values>,
) {
  const { t } = useTranslation('shared');
  const way = useRef<'first' | 'second'>('first');
  const taken = useRef<'first' | 'second'>('first');
  const navigate = useNavigate();
  const returnAddress = useReturnAddress();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = async (question: FormQuestion) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsked({ ...question, answer: resolve });
    const isYes = await promise;
    setAsked(null);
    return isYes;
  };
  const { question } = props;
  const save = useFormSave({
    ...props,
    form,
    ...(question !== undefined && { mayGoOn: (values: Values) => ask(question(values)) }),
    onSavedInPart: () => notify.info(t('form.stillTyped')),
    onRefusedAway: (refusal) =>
      notify.failure(t('form.refusedAfter', { title: props.title, why: refusalText(refusal) }), {
        action: { label: t('form.back'), run: () => void navigate(props.address) },
      }),
    onSaved: (saved, where) => {
      notify.success(props.done?.(saved) ?? t('form.saved'));
      if (where === 'away') return;
      if (taken.current === 'second' && props.also !== undefined) props.also.onSaved(saved);
      else if (returnAddress !== null) void navigate(returnAddress, { replace: true });
      else props.onSaved(saved);
    },
  });
  const submit = (by: 'first' | 'second') => {
    way.current = by;
    form.submit();
  };
  const send = () => {
    taken.current = way.current;
    way.current = 'first';
    save.submit();
  };
  return { save, submit, send, asked };
}

/** The same for each drawing of the form, or the first key, with which the form has a draft, would draw every field again. */
function useForFields(save: ReturnType<typeof useFormSave>, fields: ReadonlyMap<string, KnownField>) {
  const now = useRef(save);
  useLayoutEffect(() => {
    now.current = save;
  });
  const left = useCallback((id: string) => now.current.left(fieldWith(id, fields)), [fields]);
  const { merge } = save;
  const clashes = useMemo(
    () => ({
      theirs: new Map(merge?.clashes.map(({ field, theirs }) => [field, theirs])),
      take: (field: string) => now.current.takeTheirs(field),
    }),
    [merge],
  );
  return { left, clashes };
}

interface FooterProps {
  verb: string | undefined;
  alsoVerb: string | undefined;
  isSaving: boolean;
  extra: ReactNode;
  onSecond: () => void;
  onCancel: () => void;
  place: (element: HTMLElement | null) => void;
}

function Footer({ verb, alsoVerb, isSaving, extra, place, onSecond, onCancel }: FooterProps) {
  const { t } = useTranslation('shared');
  return (
    <footer className={styles.footer}>
      <Button type="primary" htmlType="submit" loading={isSaving}>
        {verb ?? t('form.save')}
      </Button>
      {alsoVerb !== undefined && (
        <Button disabled={isSaving} onClick={onSecond}>
          {alsoVerb}
        </Button>
      )}
      <Button onClick={onCancel}>{t('form.cancel')}</Button>
      {extra}
      <div ref={place} className={styles.beside} />
    </footer>
  );
}

function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation('shared');
  return (
    <Alert
      type="info"
      showIcon
      title={t('form.restored')}
      action={<Button onClick={onDiscard}>{t('form.startAfresh')}</Button>}
    />
  );
}

/** The field whose control has this id, which antd builds from the field's path. */
const fieldWith = (id: string, fields: ReadonlyMap<string, KnownField>): string =>
  [...fields.keys()].find((field) => field.replaceAll('.', '_') === id) ?? '';

/** Focuses the field that the address names, or the first one, so that typing can start at once. */
function focusFirst(box: HTMLElement | null, fieldId: string): void {
  const named = fieldId === '' ? null : document.getElementById(fieldId);
  if (named !== null) named.focus();
  else box?.querySelector<HTMLElement>('form :is(input, textarea):not([disabled], [type="hidden"])')?.focus();
}
