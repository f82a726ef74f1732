import { Component, type ReactNode } from 'react';
import { FailureBox } from './failure-box.tsx';

interface Props {
  children: ReactNode;
  /** The address of the remote's code; the message shows it if loading fails. */
  address: string;
  onRetry: () => void;
}

/** Keeps the failure of one remote inside its own area. */
export class RemoteBoundary extends Component<Props, { error: unknown; hasFailed: boolean }> {
  override state = { error: undefined as unknown, hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    const { address, onRetry, children } = this.props;
    return this.state.hasFailed ? (
      <FailureBox error={this.state.error} address={address} onRetry={onRetry} />
    ) : (
      children
    );
  }
}
