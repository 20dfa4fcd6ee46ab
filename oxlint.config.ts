import { defineConfig } from 'oxlint';
import { dependencyRules } from './scripts/lint/dependency-rules.ts';

/** What Safari 17.0 lacks, the oldest browser that the README names; all came with 17.4 or later. The methods of iterators
 * are missing from the `lib` of web/tsconfig.json for the same reason. */
const NOT_IN_EVERY_BROWSER = [
  ['Promise', 'withResolvers'],
  ['Promise', 'try'],
  ['Map', 'groupBy'],
  ['Object', 'groupBy'],
  ['AbortSignal', 'any'],
  ['URL', 'parse'],
  ['RegExp', 'escape'],
  ['Iterator', 'from'],
].map(([object, property]) => ({ object, property, message: 'Safari 17.0 does not have it.' }));

export default defineConfig({
  plugins: [
    'eslint',
    'typescript',
    'unicorn',
    'oxc',
    'import',
    'node',
    'promise',
    'react',
    'jsx-a11y',
    'vitest',
  ],
  jsPlugins: ['./scripts/lint/plugin.mjs'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['**/dist/**', 'data/**', '.cache/**'],
  env: { builtin: true, es2024: true, node: true },
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'max-lines': ['error', { max: 330 }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-var': 'error',
    'prefer-const': 'error',
    // Taking a property out of the rest is how one is left out.
    'no-unused-vars': [
      'error',
      { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
    ],
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': [
      'error',
      { checksVoidReturn: { attributes: false, properties: false } },
    ],
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],

    // One after the other is mostly meant: transactions, retries, journeys.
    'no-await-in-loop': 'off',
    // Rows and wire messages are cast at their one border, after a check.
    'typescript/no-unsafe-type-assertion': 'off',
    // Libraries in CommonJS are one object to Node, whatever their types say.
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'oxc/no-map-spread': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // Meant for windows; worker threads have no origin.
    'unicorn/require-post-message-target-origin': 'off',
    'promise/always-return': 'off',
    'promise/no-callback-in-promise': 'off',
    'typescript/consistent-return': 'off',
    // Libraries ask for generic methods.
    'typescript/no-unnecessary-type-parameters': 'off',
    'react/react-in-jsx-scope': 'off',
    // A dialog gives the focus to its first field.
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/no-noninteractive-element-to-interactive-role': [
      'error',
      {
        ul: ['listbox', 'menu', 'tablist', 'radiogroup'],
        li: ['option', 'menuitem', 'tab'],
        fieldset: ['radiogroup'],
      },
    ],
    // What scrolls must be reachable with the keyboard.
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
  },
  overrides: [
    ...dependencyRules,
    {
      files: ['server/src/**', 'web/src/**', 'contract/src/**', 'demo/*/**/*.ts'],
      rules: { 'hereabouts/injected-clock': 'error', 'node/no-process-env': 'error' },
    },
    {
      files: ['server/src/**', 'demo/**/*.ts'],
      rules: { 'hereabouts/access-sql': 'error', 'hereabouts/effects': 'error' },
    },
    { files: ['web/src/**'], rules: { 'hereabouts/texts': 'error' } },
    {
      files: ['web/src/**', 'contract/src/**'],
      excludeFiles: ['**/*.test.{ts,tsx}'],
      rules: { 'no-restricted-properties': ['error', ...NOT_IN_EVERY_BROWSER] },
    },
    {
      // Names of places, the words of dates and distances, and what only developers see.
      files: [
        'web/src/texts/**',
        'web/src/app/dev-ui/**',
        'web/src/map/drawn/places.ts',
        'web/src/features/events/places/**',
        'web/src/lib/{geo,time}/**',
        'web/src/lib/api/early-responses.ts',
        'web/**/*.test.{ts,tsx}',
      ],
      rules: { 'hereabouts/texts': 'off' },
    },
    {
      // Where effects are performed, and what they are made of.
      files: ['server/src/{effects,realtime,live}/**', '{server/src,demo}/**/*.test.ts'],
      rules: { 'hereabouts/effects': 'off' },
    },
    {
      // auth/ reads the schema auth alone, where factors have a status too.
      files: ['server/src/{access,auth}/**', '{server/src,demo}/**/*.test.ts'],
      rules: { 'hereabouts/access-sql': 'off' },
    },
    { files: ['server/src/config.ts'], rules: { 'node/no-process-env': 'off' } },
    {
      files: ['server/src/clock.ts', 'web/src/lib/time/clock.ts'],
      rules: { 'hereabouts/injected-clock': 'off' },
    },
    {
      files: [
        '**/*.test.{ts,tsx,mjs}',
        '**/*.spec.ts',
        'testing/**',
        'e2e/**',
        'bench/**',
        'attack/**',
        'soak/**',
      ],
      rules: {
        'typescript/no-explicit-any': 'off',
        'hereabouts/injected-clock': 'off',
        'node/no-process-env': 'off',
        'typescript/unbound-method': 'off',
      },
    },
    // A browser test asserts by waiting for what must appear: a locator that never does fails it.
    // Its `test` comes from the fixtures, and one that asks for no other asks with an empty pattern.
    {
      files: ['e2e/**'],
      rules: {
        'vitest/expect-expect': 'off',
        'vitest/no-standalone-expect': [
          'error',
          { additionalTestBlockFunctions: ['test', 'test.each', 'test.for', 'test.concurrent.for'] },
        ],
        'no-empty-pattern': 'off',
      },
    },
    {
      files: ['**/*.config.ts', '**/global-setup.ts', 'scripts/lint/plugin.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['scripts/prepare.cjs'], rules: { 'no-var': 'off' } },
    {
      // Plain JavaScript has no types to be aware of.
      files: ['**/*.{mjs,cjs}'],
      rules: {
        'typescript/await-thenable': 'off',
        'typescript/no-misused-promises': 'off',
        'typescript/unbound-method': 'off',
      },
    },
    // Coordinates, one a line.
    { files: ['scripts/basemap-*.mjs'], rules: { 'max-lines': 'off' } },
  ],
});
