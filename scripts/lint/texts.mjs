const MESSAGE = 'A text that people read or hear stands in web/src/texts/.';

/** Attributes and props that people are shown or told. */
const SHOWN = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-valuetext',
  'backLabel',
  'busyLabel',
  'cancelLabel',
  'confirmLabel',
  'description',
  'documentTitle',
  'failedTitle',
  'heading',
  'help',
  'hint',
  'label',
  'lead',
  'note',
  'placeholder',
  'term',
  'title',
]);

const WORD = /\p{L}{2}/u;
/** It begins as a sentence does and goes on after the first word, or ends as one does, or says that something goes on. */
const SENTENCE = /^["“(]?\p{Lu}.*\p{L}:?\s+\S|\p{L}\s.*[.…!?]$|\p{L}(\.\.\.|…)$/su;
/** Told to developers. */
const NOT_SHOWN =
  /^(logError|console\.\w+|.*Error|.*\.(querySelector|querySelectorAll|closest|setRequestHeader|set))$/;

const nameOf = (callee) =>
  callee.type === 'MemberExpression'
    ? `${callee.object.name ?? ''}.${callee.property.name ?? ''}`
    : (callee.name ?? '');

function isForDevelopers(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (/^(Import|Export(All|Named))/.test(at.type) && at.source) return true;
    if (/^(Call|New)Expression$/.test(at.type) && NOT_SHOWN.test(nameOf(at.callee))) return true;
    if (/Statement$|Declaration$|^JSX/.test(at.type)) return false;
  }
  return false;
}

/** In `web`, a text outside `web/src/texts/`: what stands in one place can be translated. */
export const texts = {
  meta: { type: 'problem', docs: { description: MESSAGE } },
  create(context) {
    const report = (node) => context.report({ node, message: MESSAGE });
    return {
      JSXText(node) {
        if (WORD.test(node.value)) report(node);
      },
      Literal(node) {
        if (typeof node.value !== 'string' || !WORD.test(node.value)) return;
        const { parent } = node;
        const isShown = parent.type === 'JSXAttribute' && SHOWN.has(parent.name.name);
        if (isShown || (SENTENCE.test(node.value) && !isForDevelopers(node))) report(node);
      },
      TemplateLiteral(node) {
        const text = node.quasis.map(({ value }) => value.cooked ?? value.raw).join('0');
        if (WORD.test(text) && SENTENCE.test(text) && !isForDevelopers(node)) report(node);
      },
    };
  },
};
