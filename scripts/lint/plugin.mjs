const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate']);
const MESSAGE = 'The time and timers come from the injected clock (clock.ts) alone.';

/** Date.now(), new Date() without an argument, performance.now(), process.hrtime and timers. */
const injectedClock = {
  meta: { type: 'problem', docs: { description: MESSAGE } },
  create(context) {
    const report = (node) => context.report({ node, message: MESSAGE });
    return {
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) report(node);
      },
      CallExpression(node) {
        if (node.callee.name === 'Date' || TIMERS.has(node.callee.name)) report(node);
      },
      MemberExpression(node) {
        const name = `${node.object.name}.${node.property.name}`;
        if (['Date.now', 'performance.now', 'process.hrtime'].includes(name)) report(node);
        if (['globalThis', 'window'].includes(node.object.name) && TIMERS.has(node.property.name))
          report(node);
      },
    };
  },
};

export default { meta: { name: 'hereabouts' }, rules: { 'injected-clock': injectedClock } };
