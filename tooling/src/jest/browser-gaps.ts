// What the libraries of the screens take for granted in a browser and jsdom lacks.
import { TextDecoder, TextEncoder } from 'node:util';

// react-router reads them at import.
Object.assign(globalThis, { TextEncoder, TextDecoder });

// antd's Form; Node's own MessageChannel keeps jest from ending.
class TimeoutMessagePort {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  peer: TimeoutMessagePort | undefined;

  postMessage(data: unknown): void {
    setTimeout(() => this.peer?.onmessage?.({ data }), 0);
  }
}

class TimeoutMessageChannel {
  readonly port1 = new TimeoutMessagePort();
  readonly port2 = new TimeoutMessagePort();

  constructor() {
    this.port1.peer = this.port2;
    this.port2.peer = this.port1;
  }
}

class IdleResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, { MessageChannel: TimeoutMessageChannel, ResizeObserver: IdleResizeObserver });

window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

// jsdom reports "not implemented" for pseudo-elements, which antd measures.
const computedStyle = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => computedStyle(element);
