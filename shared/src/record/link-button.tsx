import Button, { type ButtonProps } from 'antd/es/button';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick'> {
  to: string;
  /** The state of the address; a new tab begins without it. */
  state?: unknown;
}

/** A button that links somewhere: a real link, so that middle click and "open in new tab" work. */
export function LinkButton({ to, state, ...rest }: LinkButtonProps) {
  const follow = useLinkClickHandler<HTMLElement>(to, { state });
  return <Button {...rest} href={useHref(to)} onClick={(event) => follow(event)} />;
}
