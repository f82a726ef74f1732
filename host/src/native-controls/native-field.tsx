import { type ComponentProps, useEffect, useId, useRef } from 'react';
import css from './native-controls.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'name'> {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  hasFirstFocus?: boolean;
}

/** A labelled input for the pages before sign-in, which do without antd. */
export function NativeField({ label, hint, error, hasFirstFocus = false, ...input }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  const id = useId();
  const note = useId();
  useEffect(() => {
    if (hasFirstFocus) ref.current?.focus();
  }, [hasFirstFocus]);
  const said = error ?? hint;
  return (
    // The label is beside the input, so that its name stays the same when there is something to say about it.
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        className={css.input}
        data-first={hasFirstFocus}
        aria-invalid={error !== undefined}
        aria-describedby={said === undefined ? undefined : note}
        {...input}
      />
      {said !== undefined && (
        <span id={note} className={error === undefined ? css.hint : css.error}>
          {said}
        </span>
      )}
    </div>
  );
}
