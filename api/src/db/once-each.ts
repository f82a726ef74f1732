/** Looks up equal values once, all in one query, and returns the answers in the order of the request. */
export async function onceEach<Asked extends object, Answer>(
  asked: readonly Asked[],
  read: (distinct: readonly Asked[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const keys = asked.map((one) => JSON.stringify(one));
  const distinct = new Map(keys.map((key, index) => [key, asked[index] as Asked]));
  if (distinct.size === 0) return [];
  const answers = await read([...distinct.values()]);
  if (answers.length !== distinct.size) throw new Error('an answer is missing');
  const found = new Map([...distinct.keys()].map((key, index) => [key, answers[index] as Answer]));
  return keys.map((key) => found.get(key) as Answer);
}
