import { Component, lazy, type ComponentType, type ReactNode } from 'react';
import { ApiRefusal } from '@daybook/shared/call';
import { ErrorBox } from './error-box.tsx';

export interface FailedProps<Props> {
  /** What the part was to be drawn with. */
  given: Props;
  onRetry: () => void;
}

const FailedBox = ({ onRetry }: Pick<FailedProps<unknown>, 'onRetry'>) => (
  <ErrorBox error={new ApiRefusal('NETWORK', 'Error')} onRetry={onRetry} />
);

/**
 * As React's `lazy`, for a part of a screen that is wanted now and then. If its code cannot be loaded, the rest of the screen stays, with
 * what is typed there, and a box in the place of the part offers to try again; `lazy` keeps a failure until the page is reloaded.
 */
export function laterPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Failed: ComponentType<FailedProps<Props>> = FailedBox,
): ComponentType<Props> {
  let failure: unknown;
  const begin = () =>
    lazy(async () => {
      try {
        return await load();
      } catch (error) {
        failure = error;
        throw error;
      }
    }) as ComponentType<Props>;
  let Part = begin();

  return class LaterPart extends Component<Props, { thrown: { error: unknown } | null }> {
    override state = { thrown: null as { error: unknown } | null };

    static getDerivedStateFromError(error: unknown) {
      return { thrown: { error } };
    }

    override componentDidCatch(error: unknown): void {
      if (error === failure) Part = begin();
    }

    readonly retry = (): void => this.setState({ thrown: null });

    override render(): ReactNode {
      const { thrown } = this.state;
      if (thrown === null) return <Part {...this.props} />;
      // An error of the part itself is for the boundary of the screen.
      if (thrown.error !== failure) throw thrown.error;
      return <Failed given={this.props} onRetry={this.retry} />;
    }
  };
}
