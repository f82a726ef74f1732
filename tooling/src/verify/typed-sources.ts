import type { SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import type { Project } from 'typescript/unstable/sync';

/** What `faultsIn` finds in the packages' own files, with their types. `isChecked` selects the files. */
export function findInPackages(
  packages: readonly string[],
  isChecked: (file: string) => boolean,
  faultsIn: (file: SourceFile, project: Project) => string[],
): string[] {
  const api = new API({ cwd: packages[0] ?? '' });
  try {
    return packages.flatMap((folder) => {
      const config = `${folder}/tsconfig.json`;
      const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
      if (!project) throw new Error(`${config} could not be opened as a TypeScript project`);
      return project.rootFiles
        .filter((file) => file.startsWith(`${folder}/`) && isChecked(file))
        .flatMap((file) => {
          const source = project.program.getSourceFile(file);
          return source ? faultsIn(source, project) : [];
        });
    });
  } finally {
    api.close();
  }
}

/** Where a node of the file begins, as `file:line`. */
export const placeOf = (file: SourceFile, start: number): string =>
  `${file.fileName}:${file.text.slice(0, start).split('\n').length}`;
