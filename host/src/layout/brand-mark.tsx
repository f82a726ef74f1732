import css from './brand-mark.module.css';

/** The mark has the same shape as the tab icon, `daybook.svg`. */
export const BrandMark = ({ isShort = false }: { isShort?: boolean }) => (
  <span className={css.brand}>
    <svg
      viewBox="0 0 32 32"
      width="28"
      height="28"
      aria-hidden="true"
      fill="none"
      stroke="#fff"
      strokeWidth="2.6"
    >
      <rect width="32" height="32" rx="7" fill="#3e82f7" stroke="none" />
      <path d="M9 8h8a8 8 0 0 1 0 16H9zM13 13h5M13 19h5" />
    </svg>
    {!isShort && <span>Daybook</span>}
  </span>
);
