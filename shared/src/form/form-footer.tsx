import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

export const FooterPlace = createContext<HTMLElement | null>(null);

/** Content beside the buttons of the form, which stay visible however the form is scrolled. */
export function BesideButtons({ children }: { children: ReactNode }) {
  const place = useContext(FooterPlace);
  return place && createPortal(children, place);
}
