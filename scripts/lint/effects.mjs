// Finds what publishes or revokes past the effects of a change (server/src/effects/): there it could run before the commit
// or after a rollback, or in another order. It goes by the names `realtime` and `live` of the context's parts.

const METHODS = {
  realtime: new Set(['publish', 'recheck', 'recheckPeople', 'endUser', 'endSession']),
  live: new Set(['started', 'stopped']),
};
const TRANSACTIONS = new Set(['change', 'transaction']);

const nameOf = (node) => (node.type === 'MemberExpression' ? nameOf(node.property) : node.name);

/** What a member expression does past the effects, as `realtime.publish`; null for anything else. */
export function effectOf({ object, property }) {
  const owner = nameOf(object);
  return METHODS[owner]?.has(property.name) ? `${owner}.${property.name}` : null;
}

/** The same for `const { publish } = ctx.realtime`. */
export function effectsOf({ id, init }) {
  if (id.type !== 'ObjectPattern' || !init) return [];
  const methods = METHODS[nameOf(init)];
  return id.properties
    .map(({ key }) => key?.name)
    .filter((name) => methods?.has(name))
    .map((name) => `${nameOf(init)}.${name}`);
}

/** Whether effects are performed while a transaction is open, which may hold the only connection there is. */
export function isInTransaction(call) {
  if (nameOf(call.callee) !== 'perform') return false;
  for (let node = call; node.parent; node = node.parent) {
    const { parent } = node;
    const isWork = parent.type === 'CallExpression' && parent.arguments.includes(node);
    if (isWork && TRANSACTIONS.has(nameOf(parent.callee))) return true;
  }
  return false;
}
