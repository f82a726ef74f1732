import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Called for each time it is drawn again. */
  tell: (error: unknown) => void;
}

/** Tells of what throws while it is drawn, and lets it go on to the boundary that shows it. */
export class TellThrown extends Component<Props, { thrown: { error: unknown } | null }> {
  override state = { thrown: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } };
  }

  override render(): ReactNode {
    if (this.state.thrown === null) return this.props.children;
    // Here, since a boundary that throws again is never asked what it has caught.
    this.props.tell(this.state.thrown.error);
    throw this.state.thrown.error;
  }
}
