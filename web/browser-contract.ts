import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

/** What the browser reads of a route; the rest of a definition is for the server and for the types. */
const READ_BY_BROWSER = new Set(['method', 'path', 'access']);

/**
 * The contract as a page needs it first: routes without their schemas, and no schema that nobody uses. Without this
 * every page would carry Zod and all schemas of the product, only for the server to check everything again. Schemas
 * that the browser does use come with the chunks that use them. In development the contract is taken as it is.
 */
export function browserContract(): Plugin {
  return {
    name: 'browser-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler: (code, id) => ({ code: trimContract(code, id), map: { mappings: '' } }),
    },
  };
}

type Edit = { start: number; end: number; text: string };

/**
 * @returns `code`, with routes cut to what the browser reads, and with everything that is computed at the top level
 *   marked as free of side effects
 * @throws Error where a route is not written out: what cannot be read cannot be cut
 */
export function trimContract(code: string, id: string): string {
  const { program, errors } = parseSync(id, code);
  if (errors[0]) throw new Error(`${id}: ${errors[0].message}`);
  const routes: Edit[] = [];
  const calls: ESTree.CallExpression[] = [];
  new Visitor({
    CallExpression(node) {
      if (isRoute(node)) routes.push({ start: node.start, end: node.end, text: cutRoute(node, code, id) });
      else calls.push(node);
    },
  }).visit(program);

  const isWithin = (inner: Edit | ESTree.Node, outer: Edit | ESTree.Node) =>
    inner.start >= outer.start && inner.end <= outer.end;
  const isComputed = (init: ESTree.Expression) =>
    !init.type.endsWith('FunctionExpression') &&
    calls.some((call) => isWithin(call, init) && !routes.some((route) => isWithin(call, route)));
  const wraps = program.body.flatMap(initialisers).filter(isComputed).flatMap(markPure);
  return apply(code, [...routes, ...wraps]);
}

const isRoute = ({ callee }: ESTree.CallExpression) =>
  callee.type === 'Identifier' && callee.name === 'route';

/** The literal that a call of `route` gives back, cut. */
function cutRoute(call: ESTree.CallExpression, code: string, id: string): string {
  const [definition] = call.arguments;
  if (definition?.type !== 'ObjectExpression') throw new Error(`${id}: a route must be written out`);
  const kept = definition.properties.filter((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') {
      throw new Error(`${id}: the parts of a route must be written out`);
    }
    return READ_BY_BROWSER.has(property.key.name);
  });
  return `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`;
}

/** What the constants of a top-level statement are set to. */
function initialisers(statement: ESTree.Statement | ESTree.Directive): ESTree.Expression[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) => init ?? []);
}

const markPure = ({ start, end }: ESTree.Expression): Edit[] => [
  { start, end: start, text: '/* @__PURE__ */ (() => (' },
  { start: end, end, text: '))()' },
];

function apply(code: string, edits: readonly Edit[]): string {
  // From the end, so that what is still to be edited stays where it was.
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end), code);
}
