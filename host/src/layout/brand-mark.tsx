import { apiBase } from '@daybook/contracts/endpoint';
import type { FirmMark } from '@daybook/contracts/settings/firm/firm';
import { firmLogoPath } from '@daybook/contracts/settings/firm/firm-logo';
import css from './brand-mark.module.css';

interface Props {
  /** Undefined while it is not known. */
  firm: FirmMark | undefined;
  isShort?: boolean;
}

/** The logo and name of the firm or, where it has none, the mark and name of the program. */
export const BrandMark = ({ firm, isShort = false }: Props) => (
  <span className={css.brand}>
    {firm === undefined || firm.logo === null ? (
      <Mark />
    ) : (
      // Its alternative is the name, which stands beside it or names the link around it.
      <img className={css.logo} src={`${apiBase}${firmLogoPath}?v=${firm.logo}`} alt="" />
    )}
    {!isShort && <bdi className={css.name}>{firm?.name ?? 'Daybook'}</bdi>}
  </span>
);

/** It has the same shape as the tab icon, `daybook.svg`. */
const Mark = () => (
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
);
