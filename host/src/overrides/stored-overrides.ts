import { z } from 'zod';

const key = 'mf:overrides';

/** The path of a manifest on this site. Paths with `..` and other hosts are refused. */
const manifest = z
  .string()
  .regex(/^\/(mf|__local)\/([\w@-][\w.@-]*\/)+mf-manifest\.json$/)
  .refine((path) => new URL(path, location.origin).origin === location.origin);

const Overrides = z.record(z.string(), z.unknown());

/** Remote → address of its manifest, without invalid entries. */
export function readOverrides(): ReadonlyMap<string, string> {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return new Map();
  let given: unknown;
  try {
    given = JSON.parse(kept);
  } catch {
    return new Map();
  }
  return new Map(
    Object.entries(Overrides.safeParse(given).data ?? {}).flatMap(([name, path]) => {
      const checked = manifest.safeParse(path);
      return checked.success ? [[name, checked.data] as const] : [];
    }),
  );
}

/** Removes the override of one remote, or all of them. */
export function forgetOverrides(name?: string): void {
  const left = Object.fromEntries([...readOverrides()].filter(([one]) => one !== name));
  if (name === undefined || Object.keys(left).length === 0) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(left));
}
