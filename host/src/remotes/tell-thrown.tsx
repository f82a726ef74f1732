import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Called at each render that fails. */
  tell: (error: unknown) => void;
}

/** Reports an error thrown while rendering, and rethrows it to the boundary that shows it. */
export class TellThrown extends Component<Props, { thrown: { error: unknown } | null }> {
  override state = { thrown: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } };
  }

  override render(): ReactNode {
    if (this.state.thrown === null) return this.props.children;
    // Reported here, because React does not call `componentDidCatch` of a boundary that throws again.
    this.props.tell(this.state.thrown.error);
    throw this.state.thrown.error;
  }
}
