export const offence = (path, rule, ...lines) => ({ path, rule, source: `${lines.join('\n')}\n` });
const CLOCK = 'hereabouts(injected-clock)';
const TEXTS = 'hereabouts(texts)';

/** One file a rule that is not about who imports whom. */
export const PLANTED_CODE = [
  offence('server/src/http/env.ts', 'node(no-process-env)', 'export const port = process.env.PORT;'),
  offence('demo/fill/env.ts', 'node(no-process-env)', 'export const port = process.env.PORT;'),
  offence('demo/fill/now.ts', CLOCK, 'export const now = (): number => Date.now();'),
  offence('web/src/ui/env.ts', 'node(no-process-env)', 'export const mode = process.env.MODE;'),
  offence('server/src/http/now.ts', CLOCK, 'export const now = (): number => Date.now();'),
  offence('server/src/http/today.ts', CLOCK, 'export const today = (): Date => new Date();'),
  offence('server/src/http/span.ts', CLOCK, 'export const now = (): number => performance.now();'),
  offence(
    'server/src/http/later.ts',
    CLOCK,
    'export const later = (task: () => void) => setTimeout(task, 5);',
  ),
  offence(
    'server/src/http/often.ts',
    CLOCK,
    'export const often = (task: () => void) => setInterval(task, 5);',
  ),
  offence(
    'web/src/ui/later.ts',
    CLOCK,
    'export const later = (task: () => void) => window.setTimeout(task, 5);',
  ),
  offence(
    'web/src/ui/days.ts',
    'eslint(no-restricted-properties)',
    'export const byDay = (days: number[]) => Map.groupBy(days, (day) => day);',
  ),
  offence(
    'contract/src/opened.ts',
    'eslint(no-restricted-properties)',
    'export const opened = Promise.withResolvers<void>();',
  ),
  offence(
    'server/src/realtime/one.ts',
    'import(no-cycle)',
    "import { two } from './two.ts';",
    'export const one = (): number => two();',
  ),
  offence(
    'server/src/realtime/two.ts',
    'import(no-cycle)',
    "import { one } from '#server/realtime/one.ts';",
    'export const two = (): number => one();',
  ),
  offence('server/src/http/default.ts', 'import(no-default-export)', 'export default 1;'),
  offence('server/src/http/camelCase.ts', 'unicorn(filename-case)', 'export const a = 1;'),
  offence('server/src/http/long.ts', 'eslint(max-lines)', 'export const a = 1;', '// a line\n'.repeat(330)),
  offence(
    'server/src/http/floats.ts',
    'typescript(no-floating-promises)',
    'export function start(task: () => Promise<void>): void {',
    '  task();',
    '}',
  ),
  offence(
    'web/src/ui/hook.tsx',
    'react(hooks)',
    "import { useState } from 'react';",
    'export function Counter({ on }: { on: boolean }) {',
    '  if (on) return null;',
    '  const [count] = useState(0);',
    '  return <p>{count}</p>;',
    '}',
  ),
  offence('web/src/ui/words.tsx', TEXTS, 'export const Words = () => <p>Nobody is here.</p>;'),
  offence('web/src/ui/name.tsx', TEXTS, 'export const Close = () => <button aria-label="Close" />;'),
  offence('web/src/live/words.ts', TEXTS, "export const problem = 'Could not be sent';"),
  offence('web/src/live/status.ts', TEXTS, "export const status = 'Connecting...';"),
  offence('web/src/live/chosen.ts', TEXTS, 'export const chosen = (place: string) => `Chosen: ${place}`;'),
  offence(
    'web/src/live/count.ts',
    TEXTS,
    'export const going = (count: number) => `Only ${count} are going.`;',
  ),
  offence(
    'web/src/ui/picture.tsx',
    'jsx-a11y(alt-text)',
    'export const Picture = () => <img src="/a.png" />;',
  ),
];
