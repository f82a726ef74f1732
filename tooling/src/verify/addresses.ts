/** The parts of a declared screen that addresses are compared with. */
export interface Placed {
  path: string;
  aliases?: readonly string[] | undefined;
  allow: unknown;
}

/** A kind of record, as contracts/src/entities.ts declares it. */
type Declared = Readonly<Record<string, unknown>>;

const pathParts = ['list', 'add', 'record', 'edit', 'permissions'] as const;

/** The path without its query and fragment, and with every parameter called `:id`. */
const bare = (path: string): string => path.replace(/[?#].*$/, '').replaceAll(/:\w+/g, ':id');

/** Paths of entities that no screen has, and permissions that differ from those of the screen that shows the record. */
export function misplaced(
  entities: Readonly<Record<string, Declared>>,
  screens: readonly Placed[],
): string[] {
  const allowAt = new Map(screens.map(({ path, allow }) => [bare(path), JSON.stringify(allow)]));
  return Object.entries(entities).flatMap(([kind, entity]) => {
    const absent = pathParts.flatMap((part) => {
      const path = entity[part];
      return typeof path !== 'string' || allowAt.has(bare(path))
        ? []
        : [`${kind}.${part}: no screen is at ${path}`];
    });
    const shownBy = typeof entity['record'] === 'string' ? allowAt.get(bare(entity['record'])) : undefined;
    const isOther = shownBy !== undefined && shownBy !== JSON.stringify(entity['allow']);
    return isOther ? [...absent, `${kind}.allow: its screen says ${shownBy}`] : absent;
  });
}

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|(?<=^|\s)-- .*$/gm;
const literals = /(['"])((?:\\.|(?!\1)[^\n\\])*)\1|`((?:\\.|[^`\\])*)`/g;
/** The end of an address whose beginning, the list, is put before it elsewhere. */
const endings = /^\/(?:add|edit|permissions|view-[a-z-]+)(?:\/|$)/;

/** Whether a literal is the address of this screen; `*` stands for an interpolated part. */
function names(literal: readonly string[], screen: readonly string[]): boolean {
  if (literal.length !== screen.length) return false;
  const isLike = screen.every((part, index) => {
    const one = literal[index] ?? '';
    return part.startsWith(':') ? one !== '' : one === '*' || one === part;
  });
  return isLike && screen.some((part, index) => literal[index] === part && !part.startsWith(':'));
}

/** Literals in a source that are the address of a screen, or the end of one. */
export function handWritten(code: string, screens: readonly Placed[]): string[] {
  const known = screens
    .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    .map((path) => path.split('/'));
  return [...code.replaceAll(comments, '').matchAll(literals)]
    .map(([, , quoted, template]) => quoted ?? template ?? '')
    .filter((text) => {
      const filled = text.replaceAll(/\$\{[^{}]*\}/g, '*').replace(/[?#].*$/, '');
      if (endings.test(filled)) return true;
      const isWhole = filled.startsWith('/app/');
      const parts = (isWhole ? filled.slice('/app/'.length) : filled).replace(/\/$/, '/*').split('/');
      return (isWhole || parts.length > 1) && known.some((screen) => names(parts, screen));
    });
}
