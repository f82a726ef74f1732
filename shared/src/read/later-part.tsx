import { Component, createElement, type ComponentType, type ReactNode } from 'react';
import { ApiRefusal } from '@daybook/shared/call';
import { ErrorBox } from './error-box.tsx';
import { useCode, type LoadCode, type LoadingCode } from './use-code.tsx';

export interface FailedProps<Props> {
  /** What the part was to be drawn with. */
  given: Props;
  onRetry: () => void;
}

const FailedBox = ({ onRetry }: Pick<FailedProps<unknown>, 'onRetry'>) => (
  <ErrorBox error={new ApiRefusal('NETWORK', 'Error')} onRetry={onRetry} />
);

interface Options<Props> {
  /** Stands in the place of the part until its code has come. */
  waiting?: ReactNode;
  /** Stands there if the code does not come. */
  Failed?: ComponentType<FailedProps<Props>>;
}

/**
 * A part of a screen whose code is loaded when it is first drawn. If the code cannot be loaded, the rest of the screen stays, with
 * what is typed there, and a box in the place of the part offers to try again.
 */
export function laterPart<Props extends object>(
  load: LoadCode<Props>,
  { waiting = null, Failed = FailedBox }: Options<Props> = {},
): ComponentType<Props> & { load: LoadCode<Props> } {
  let begun: LoadingCode<Props> | null = null;
  let failure: unknown;
  const begin = (): LoadingCode<Props> => {
    if (begun) return begun;
    const loading = load();
    begun = loading;
    loading.then(
      (code) => (loading.arrived = code),
      (error: unknown) => {
        failure = error;
        begun = null;
      },
    );
    return loading;
  };
  function Part(props: Props) {
    const loaded = useCode(begin);
    return loaded ? createElement(loaded, props) : waiting;
  }

  return class LaterPart extends Component<Props, { thrown: { error: unknown } | null }> {
    /** Loads the code before it is drawn. */
    static readonly load = begin;

    override state = { thrown: null as { error: unknown } | null };

    static getDerivedStateFromError(error: unknown) {
      return { thrown: { error } };
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
