/** How the records of one kind are created: several at a time, with reports of progress. */
export interface Pace {
  /** Starts them in their order. */
  each<Item, Made>(
    what: string,
    items: readonly Item[],
    work: (item: Item) => Promise<Made>,
  ): Promise<Made[]>;
  /** Runs the lanes at the same time; within a lane, each item is done before the next begins. */
  inOrder<Item, Made>(
    what: string,
    items: readonly Item[],
    each: { laneOf: (item: Item) => string; work: (item: Item) => Promise<Made> },
  ): Promise<Made[]>;
}

/** While the database works on one request, the process prepares the next; more than this would only wait for each other. */
const atOnce = 4;
const sayEvery = 100;

async function run<Item, Made>(
  queue: Iterator<[number, Item]>,
  made: Made[],
  work: (item: Item) => Promise<Made>,
): Promise<void> {
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const [index, item] = next.value;
    made[index] = await work(item);
  }
}

export function paceOf(say: (line: string) => void): Pace {
  const counted = <Item, Made>(what: string, total: number, work: (item: Item) => Promise<Made>) => {
    let done = 0;
    return async (item: Item): Promise<Made> => {
      const made = await work(item);
      done += 1;
      if (done % sayEvery === 0 || done === total) say(`${what} ${done} of ${total}`);
      return made;
    };
  };
  return {
    async each(what, items, work) {
      const made: Awaited<ReturnType<typeof work>>[] = [];
      const queue = items.entries();
      const one = counted(what, items.length, work);
      await Promise.all(Array.from({ length: atOnce }, () => run(queue, made, one)));
      return made;
    },
    async inOrder(what, items, { laneOf, work }) {
      const made: Awaited<ReturnType<typeof work>>[] = [];
      const one = counted(what, items.length, work);
      const lanes = Object.values(Object.groupBy([...items.entries()], ([, item]) => laneOf(item)));
      await Promise.all(lanes.map((lane) => run((lane ?? []).values(), made, one)));
      return made;
    },
  };
}
