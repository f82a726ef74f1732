import {
  SyntaxKind,
  isBinaryExpression,
  isCallExpression,
  isPostfixUnaryExpression,
} from 'typescript/unstable/ast';
import { isPrefixUnaryExpression, isPropertyAccessExpression } from 'typescript/unstable/ast';
import type { Expression, Node, SourceFile } from 'typescript/unstable/ast';
import { TypeFlags } from 'typescript/unstable/sync';
import type { Project, Type } from 'typescript/unstable/sync';
import { findInPackages, placeOf } from './typed-sources.ts';

const computing: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.PlusToken,
  SyntaxKind.MinusToken,
  SyntaxKind.AsteriskToken,
  SyntaxKind.SlashToken,
  SyntaxKind.PercentToken,
  SyntaxKind.AsteriskAsteriskToken,
  SyntaxKind.PlusEqualsToken,
  SyntaxKind.MinusEqualsToken,
  SyntaxKind.AsteriskEqualsToken,
  SyntaxKind.SlashEqualsToken,
  SyntaxKind.PercentEqualsToken,
]);
const counting: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.PlusToken,
  SyntaxKind.MinusToken,
  SyntaxKind.PlusPlusToken,
  SyntaxKind.MinusMinusToken,
]);

/** The operands of an arithmetic expression; none for any other node. */
function operandsOf(node: Node): readonly Expression[] {
  if (isBinaryExpression(node)) return computing.has(node.operatorToken.kind) ? [node.left, node.right] : [];
  if (isPrefixUnaryExpression(node) || isPostfixUnaryExpression(node))
    return counting.has(node.operator) ? [node.operand] : [];
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return [];
  return node.expression.expression.getText() === 'Math' ? node.arguments : [];
}

function operandsIn(file: SourceFile): Expression[] {
  const found: Expression[] = [];
  const visit = (node: Node): void => {
    found.push(...operandsOf(node));
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Amounts are the only branded numbers. */
function isAmount(type: Type | undefined): boolean {
  if (type?.isUnionType()) return type.getTypes().some(isAmount);
  return (
    type?.isIntersectionType() === true &&
    type.getTypes().some(({ flags }) => (flags & TypeFlags.Number) !== 0)
  );
}

function faultsIn(file: SourceFile, { checker }: Project): string[] {
  const operands = operandsIn(file);
  if (operands.length === 0) return [];
  const types = checker.getTypeAtLocation(operands);
  const places = operands
    .filter((_operand, index) => isAmount(types[index]))
    .map((operand) => placeOf(file, operand.getStart(file)));
  return [...new Set(places)];
}

/** Lines in the packages' own files that compute with amounts, as `file:line`. `isChecked` selects the files. */
export const amountArithmetic = (
  packages: readonly string[],
  isChecked: (file: string) => boolean,
): string[] => findInPackages(packages, isChecked, faultsIn);
