import { relative } from 'node:path';
import { ACCESS_EXCEPTIONS, decisionsOf, decisionsOfCall } from './access-sql.mjs';
import { texts } from './texts.mjs';
import { effectOf, effectsOf, isInTransaction } from './effects.mjs';

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

/** SQL outside `server/src/access/` that decides who may see or do something. */
const accessSql = {
  meta: {
    type: 'problem',
    docs: { description: 'Who may see or do something is decided in server/src/access/.' },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/');
    const exceptions = ACCESS_EXCEPTIONS.filter((exception) => exception.file === file);
    const report = (node, decisions) => {
      const left = decisions.filter((by) => !exceptions.some((exception) => exception.by === by));
      if (left.length === 0) return;
      const message = `Decides by ${left.join(', ')}: that is a rule of server/src/access/, or data to be listed in scripts/lint/access-sql.mjs.`;
      context.report({ node, message });
    };
    const read = (text) =>
      decisionsOf(exceptions.reduce((rest, { text: own }) => (own ? rest.replaceAll(own, '') : rest), text));
    return {
      Literal(node) {
        if (typeof node.value === 'string') report(node, read(node.value));
      },
      TemplateLiteral(node) {
        report(node, read(node.quasis.map(({ value }) => value.cooked ?? value.raw).join('$0')));
      },
      CallExpression(node) {
        const [argument] = node.arguments;
        if (node.callee.type !== 'MemberExpression' || typeof argument?.value !== 'string') return;
        report(node, decisionsOfCall(node.callee.property.name, argument.value));
      },
    };
  },
};

/** Publishing and revoking anywhere but in `server/src/effects/`. */
const effects = {
  meta: {
    type: 'problem',
    docs: { description: 'What follows a commit is collected in `after` (server/src/effects/).' },
  },
  create(context) {
    const report = (node, what) =>
      context.report({
        node,
        message: `${what}: collect it in \`after\`, see server/src/effects/effects.ts.`,
      });
    return {
      MemberExpression(node) {
        const effect = effectOf(node);
        if (effect !== null) report(node, effect);
      },
      VariableDeclarator(node) {
        for (const effect of effectsOf(node)) report(node, effect);
      },
      CallExpression(node) {
        if (isInTransaction(node)) report(node, 'performs effects inside a transaction');
      },
    };
  },
};

export default {
  meta: { name: 'hereabouts' },
  rules: { 'injected-clock': injectedClock, 'access-sql': accessSql, effects, texts },
};
