const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The non-empty fields whose value differs from `fill` and from all known values, so a person must have typed it. */
export const typedOver = <Values extends object>(
  fill: Values,
  now: Values,
  known: readonly Values[],
): (keyof Values & string)[] =>
  (Object.keys(fill) as (keyof Values & string)[]).filter(
    (name) =>
      !isEmpty(now[name]) &&
      !isSame(now[name], fill[name]) &&
      !known.some((values) => isSame(values[name], now[name])),
  );
