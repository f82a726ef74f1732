import { z } from 'zod';

const Report = z.object({
  advisories: z.record(
    z.string(),
    z.object({
      module_name: z.string(),
      severity: z.string(),
      title: z.string(),
      url: z.string(),
      github_advisory_id: z.string().optional(),
    }),
  ),
});

/** Advisories that do not concern Daybook: each with the reason, and the day from which somebody has to look again. */
export const Accepted = z.array(z.object({ id: z.string(), until: z.iso.date(), why: z.string().min(1) }));
export type Accepted = z.infer<typeof Accepted>;

interface Checked {
  /** Advisories on what runs in production, a line each; those accepted today are left out. */
  vulnerable: string[];
  /** Why nobody could be asked; null if the registry answered. */
  unreachable: string | null;
}

function parsed(output: string): z.infer<typeof Report> | null {
  try {
    return Report.safeParse(JSON.parse(output)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads what `pnpm audit --json` printed. A registry without advisories, or none at all, is no reason to fail a build. */
export function readAdvisories(output: string, accepted: Accepted, today: string): Checked {
  const report = parsed(output);
  if (report === null)
    return { vulnerable: [], unreachable: output.trim().split('\n').slice(0, 4).join('\n') };
  const isAccepted = (id: string) => accepted.some((one) => one.id === id && today < one.until);
  return {
    unreachable: null,
    vulnerable: Object.entries(report.advisories)
      .map(([number, advisory]) => ({ id: advisory.github_advisory_id ?? number, ...advisory }))
      .filter(({ id }) => !isAccepted(id))
      .map(
        ({ id, module_name: name, severity, title, url }) => `${name}: ${title} (${severity}, ${id}, ${url})`,
      ),
  };
}
