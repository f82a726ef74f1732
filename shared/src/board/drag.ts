// Written here, because libraries of this size build on the browser's drag and drop, which does not start on every touch screen.
// Keyboard users move cards from the card's menu, so nothing is announced here.

interface Handlers {
  /** Receives the id of the lifted card, and null when it is released. */
  onLift: (id: string | null) => void;
  onDrop: (id: string, to: string) => void;
}

interface Drag {
  id: string;
  card: HTMLElement;
  x: number;
  y: number;
  isTouch: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  ghost: HTMLElement | null;
  over: HTMLElement | null;
}

const startPx = 6;
/** A finger that moves sooner scrolls the page. */
const pressMs = 300;
const edgePx = 56;

function ghostOf(card: HTMLElement): HTMLElement {
  const ghost = card.cloneNode(true) as HTMLElement;
  ghost.removeAttribute('data-drag');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: 'fixed',
    insetBlockStart: '0',
    left: '0',
    inlineSize: `${card.offsetWidth}px`,
    margin: '0',
    pointerEvents: 'none',
    zIndex: '1000',
    opacity: '0.9',
  });
  document.body.append(ghost);
  return ghost;
}

/** The drop target under a point. */
const targetAt = (x: number, y: number): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null;

function markOver(drag: Drag, over: HTMLElement | null): void {
  if (drag.over !== over) drag.over?.removeAttribute('data-over');
  over?.setAttribute('data-over', 'true');
  drag.over = over;
}

/** Scrolls the box when the pointer is near one of its edges. */
function scrollNear(box: HTMLElement, x: number): void {
  const { left, right } = box.getBoundingClientRect();
  if (x < left + edgePx) box.scrollLeft -= edgePx / 4;
  else if (x > right - edgePx) box.scrollLeft += edgePx / 4;
}

class Drags {
  private drag: Drag | null = null;
  private hasDropped = false;
  private readonly box: HTMLElement;
  private readonly handlers: Handlers;

  constructor(box: HTMLElement, handlers: Handlers) {
    this.box = box;
    this.handlers = handlers;
  }

  begin(event: PointerEvent): void {
    this.hasDropped = false;
    const target = event.target as Element;
    const card = target.closest<HTMLElement>('[data-drag]');
    if (event.button !== 0 || this.drag !== null || card === null || target.closest('button') !== null)
      return;
    const isTouch = event.pointerType !== 'mouse';
    const { clientX: x, clientY: y } = event;
    const id = card.dataset['drag'] ?? '';
    const drag: Drag = { id, card, x, y, isTouch, timer: undefined, ghost: null, over: null };
    if (isTouch) drag.timer = setTimeout(() => this.lift(drag), pressMs);
    this.drag = drag;
  }

  private lift(drag: Drag): void {
    drag.ghost = ghostOf(drag.card);
    drag.card.setAttribute('data-lifted', 'true');
    this.handlers.onLift(drag.id);
    this.follow(drag, drag.x, drag.y);
  }

  private follow(drag: Drag, x: number, y: number): void {
    const middle = drag.card.offsetWidth / 2;
    if (drag.ghost) drag.ghost.style.transform = `translate(${x - middle}px, ${y - 16}px)`;
    scrollNear(this.box, x);
    markOver(drag, targetAt(x, y));
  }

  move({ clientX, clientY }: PointerEvent): void {
    const { drag } = this;
    if (drag === null) return;
    if (drag.ghost === null) {
      if (Math.hypot(clientX - drag.x, clientY - drag.y) < startPx) return;
      if (drag.isTouch) {
        this.end();
        return;
      }
      this.lift(drag);
    }
    this.follow(drag, clientX, clientY);
  }

  drop(): void {
    if (this.drag === null) return;
    const { id, over, ghost } = this.drag;
    this.hasDropped = ghost !== null;
    this.end();
    const to = over?.dataset['drop'];
    if (this.hasDropped && to !== undefined) this.handlers.onDrop(id, to);
  }

  end(): void {
    const { drag } = this;
    if (drag === null) return;
    this.drag = null;
    clearTimeout(drag.timer);
    markOver(drag, null);
    drag.card.removeAttribute('data-lifted');
    if (drag.ghost === null) return;
    drag.ghost.remove();
    this.handlers.onLift(null);
  }

  /** Keeps the browser from scrolling, or opening a menu, while a finger drags. */
  keep(event: Event): void {
    if (this.drag?.ghost) event.preventDefault();
  }

  /** The click that ends a drag must not open the card. */
  swallow(event: Event): void {
    if (!this.hasDropped) return;
    this.hasDropped = false;
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * Lets `[data-drag]` elements within the box be dragged to `[data-drop]` ones: by the mouse at once, by a finger after a long
 * press, so that a finger can still scroll. Returns a function that stops it.
 */
export function watchDrags(box: HTMLElement, handlers: Handlers): () => void {
  const drags = new Drags(box, handlers);
  const controller = new AbortController();
  const { signal } = controller;
  box.addEventListener('pointerdown', (event) => drags.begin(event), { signal });
  window.addEventListener('pointermove', (event) => drags.move(event), { signal });
  window.addEventListener('pointerup', () => drags.drop(), { signal });
  window.addEventListener('pointercancel', () => drags.end(), { signal });
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') drags.end();
  };
  window.addEventListener('keydown', onKey, { signal });
  box.addEventListener('touchmove', (event) => drags.keep(event), { signal, passive: false });
  box.addEventListener('contextmenu', (event) => drags.keep(event), { signal });
  // The browser would drag the link itself.
  box.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  box.addEventListener('click', (event) => drags.swallow(event), { signal, capture: true });
  return () => {
    drags.end();
    controller.abort();
  };
}
