import css from './plain.module.css';

/** Stays focusable while it works; a second press is ignored by the form. */
export const PlainSubmit = ({ label, isBusy }: { label: string; isBusy: boolean }) => (
  <button type="submit" className={`${css.button} ${css.wide}`} aria-disabled={isBusy}>
    {label}
  </button>
);
