// Browser functions that the libraries of the screens use and jsdom lacks.
import { performance as clock } from 'node:perf_hooks';
import { TextDecoder, TextEncoder } from 'node:util';

// react-router uses these when it is imported.
Object.assign(globalThis, { TextEncoder, TextDecoder });

// antd's Form uses MessageChannel; Node's own would keep jest from ending.
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

// jsdom names the United States. Without a country, dates and numbers are written as the language does.
Object.defineProperty(navigator, 'languages', { get: () => ['en'], configurable: true });

// Charts draw nothing, as in a browser that has run out of memory.
HTMLCanvasElement.prototype.getContext = () => null;

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

// antd's selects still read `keyCode`, which user-event does not set.
const keyCodes: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  ' ': 32,
  ArrowUp: 38,
  ArrowDown: 40,
  Delete: 46,
};
Object.defineProperty(KeyboardEvent.prototype, 'keyCode', {
  get(this: KeyboardEvent) {
    return keyCodes[this.key] ?? 0;
  },
});

// jsdom has no layout, so there is nowhere to scroll to.
Element.prototype.scrollIntoView = () => undefined;

// jsdom reports "not implemented" for pseudo-elements, which antd measures.
const computedStyle = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => computedStyle(element);

// React reads the time at each step, and jsdom's clock takes longer than many a step.
const origin = performance.now() - clock.now();
performance.now = () => origin + clock.now();
