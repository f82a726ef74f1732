import { isCallExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast';
import type { CallExpression, Expression, Node, SourceFile } from 'typescript/unstable/ast';
import { TypeFlags } from 'typescript/unstable/sync';
import type { Project, Type } from 'typescript/unstable/sync';
import { findInPackages, placeOf } from './typed-sources.ts';

/** Methods that take SQL as text: `client.query`, `CompiledQuery.raw`, `sql.raw`. */
const methods: ReadonlySet<string> = new Set(['query', 'raw']);
/** Functions of pg-copy-streams that do. Other files may have functions of these names. */
const copies: ReadonlySet<string> = new Set(['from', 'to']);

const isCopy = ({ expression }: CallExpression, file: SourceFile): boolean =>
  isIdentifier(expression) && copies.has(expression.text) && file.text.includes(`from 'pg-copy-streams'`);

/** The SQL that a call takes; none for any other node. */
function sqlOf(node: Node, file: SourceFile): readonly Expression[] {
  if (!isCallExpression(node)) return [];
  const [first] = node.arguments;
  if (!first) return [];
  if (isCopy(node, file)) return [first];
  const { expression } = node;
  if (!isPropertyAccessExpression(expression) || !methods.has(expression.name.text)) return [];
  return isCallExpression(first) && isCopy(first, file) ? [] : [first];
}

function textsIn(file: SourceFile): Expression[] {
  const found: Expression[] = [];
  const visit = (node: Node): void => {
    found.push(...sqlOf(node, file));
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** A literal, or one of several; text from outside has no such type. */
function isFixed(type: Type | undefined): boolean {
  if (type?.isUnionType()) return type.getTypes().every(isFixed);
  return type !== undefined && (type.flags & TypeFlags.StringLiteral) !== 0;
}

function faultsIn(file: SourceFile, { checker }: Project): string[] {
  const texts = textsIn(file);
  if (texts.length === 0) return [];
  const types = checker.getTypeAtLocation(texts);
  return texts
    .filter((_text, index) => !isFixed(types[index]))
    .map((text) => placeOf(file, text.getStart(file)));
}

/** Lines in the packages' own files that give the database text which is no literal, as `file:line`. `isChecked` selects the files. */
export const composedSql = (packages: readonly string[], isChecked: (file: string) => boolean): string[] =>
  findInPackages(packages, isChecked, faultsIn);
