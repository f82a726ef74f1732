import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { setupQuery } from '../setup/setup-query.ts';
import { BrandMark } from './brand-mark.tsx';
import { LanguageLinks } from './language-links.tsx';
import css from './blank-layout.module.css';

/** One box in the middle of the page, for sign-in, first start and account links. Without antd, so that it appears at once. */
export function BlankLayout({ children }: { children: ReactNode }) {
  // Only what the sign-in page has read already.
  const { data } = useQuery({ ...setupQuery, enabled: false });
  return (
    <div className={css.page}>
      <main className={css.box}>
        <BrandMark firm={data?.firm} />
        {children}
      </main>
      <LanguageLinks />
    </div>
  );
}
