import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inWorkspace } from '../workspace.ts';
import crossings from './billing-crossings.json';

interface Report {
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

/** The violations that the dependency rules find in a tree of files, given with their imports. */
function violationsIn(tree: Record<string, string[]>) {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-rules-'));
  try {
    for (const [file, imports] of Object.entries(tree)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      const lines = [...imports.map((path) => `import '${path}';`), 'export const value = 1;'];
      writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
    }
    const depcruise = inWorkspace('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const config = inWorkspace('.dependency-cruiser.cjs');
    const args = [depcruise, '--config', config, '--output-type', 'json', 'api/src'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const { violations } = (JSON.parse(stdout) as Report).summary;
    return violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`).toSorted();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const meeting = 'features-of-billing-meet-in-settlement-and-documents';

describe('The dependency rules', () => {
  it('find a feature of billing that imports another feature', () => {
    const tree = {
      'api/src/billing/journal/a.ts': ['../expenses/b.ts'],
      'api/src/billing/expenses/b.ts': ['../invoices/c.ts'],
      'api/src/billing/invoices/c.ts': [],
    };
    expect(violationsIn(tree)).toEqual([
      `api/src/billing/expenses/b.ts → api/src/billing/invoices/c.ts: ${meeting}`,
      `api/src/billing/journal/a.ts → api/src/billing/expenses/b.ts: ${meeting}`,
    ]);
  });

  it('let a feature of billing import settlement, documents and the crossings of its own', () => {
    const tree = {
      'api/src/billing/receipts/a.ts': [
        '../settlement/b.ts',
        '../documents/c.ts',
        '../pending/pending-items.ts',
      ],
      'api/src/billing/settlement/b.ts': ['../documents/c.ts'],
      'api/src/billing/documents/c.ts': [],
      'api/src/billing/pending/pending-items.ts': [],
      'api/src/billing/journal/d.ts': ['../pending/pending-items.ts'],
    };
    expect(violationsIn(tree)).toEqual([
      `api/src/billing/journal/d.ts → api/src/billing/pending/pending-items.ts: ${meeting}`,
    ]);
  });

  it('find documents that import settlement or a feature', () => {
    const tree = {
      'api/src/billing/documents/a.ts': ['../settlement/b.ts', '../receipts/c.ts'],
      'api/src/billing/settlement/b.ts': [],
      'api/src/billing/receipts/c.ts': [],
    };
    expect(violationsIn(tree)).toEqual([
      `api/src/billing/documents/a.ts → api/src/billing/receipts/c.ts: ${meeting}`,
      `api/src/billing/documents/a.ts → api/src/billing/settlement/b.ts: ${meeting}`,
    ]);
  });

  it('find recurrence that imports what a series makes, and tasks that import series', () => {
    const tree = {
      'api/src/recurrence/a.ts': ['../tasks/tasks/b.ts', '../billing/invoices/d.ts'],
      'api/src/tasks/tasks/b.ts': ['../recurring-tasks/c.ts'],
      'api/src/tasks/recurring-tasks/c.ts': [],
      'api/src/billing/invoices/d.ts': [],
    };
    expect(violationsIn(tree)).toEqual([
      'api/src/recurrence/a.ts → api/src/billing/invoices/d.ts: recurrence-knows-no-kind-of-series',
      'api/src/recurrence/a.ts → api/src/tasks/tasks/b.ts: recurrence-knows-no-kind-of-series',
      'api/src/tasks/tasks/b.ts → api/src/tasks/recurring-tasks/c.ts: tasks-know-no-series',
    ]);
  });
});

describe('The crossings that billing is allowed', () => {
  it('are all in use', () => {
    const unused = Object.entries(crossings).flatMap(([from, files]) => {
      const sources = globSync(`api/src/billing/${from}/*.ts`, { cwd: inWorkspace() })
        .filter((file) => !file.endsWith('.test.ts'))
        .map((file) => readFileSync(inWorkspace(file), 'utf8'));
      return Object.keys(files)
        .filter((file) => !sources.some((source) => source.includes(`'../${file}'`)))
        .map((file) => `${from} → ${file}`);
    });
    expect(unused).toEqual([]);
  });
});
