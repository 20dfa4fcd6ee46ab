// Usage: npm test [-- layer …]   Every layer asked for runs, also after one has failed; the last line is the sum.
import { LAYERS } from './test/layers.mjs';

const asked = process.argv.slice(2);
if (asked.includes('--help')) {
  console.log('npm test [-- layer …]   all layers, or those named:');
  for (const { name, title } of LAYERS) console.log(`  ${name.padEnd(9)} ${title}`);
  process.exit();
}
const unknown = asked.filter((name) => !LAYERS.some((layer) => layer.name === name));
if (unknown.length > 0) {
  console.error(
    `No layer "${unknown.join('", "')}". Layers: ${LAYERS.map((layer) => layer.name).join(', ')}`,
  );
  process.exit(2);
}
const chosen = LAYERS.filter((layer) => asked.length === 0 || asked.includes(layer.name));

for (const layer of chosen) await layer.before?.();

const runLayer = async ({ name, title, run }) => {
  console.log(`\n── ${name}: ${title}`);
  const started = performance.now();
  return { ...(await run()), name, seconds: (performance.now() - started) / 1000 };
};

const runs = [];
const beside = [];
for (const layer of chosen) {
  await Promise.all(beside.filter(({ until }) => until === layer.name).map(({ ended }) => ended));
  const ended = runLayer(layer);
  runs.push(ended);
  if (layer.besideUntil === undefined) await ended;
  else beside.push({ until: layer.besideUntil, ended });
}
const results = await Promise.all(runs);

const sum = (key) => results.reduce((total, result) => total + (result[key] ?? 0), 0);
console.log('\n');
// Named again: what failed stands thousands of lines further up.
for (const { name, failures = [], flaky = [] } of results) {
  for (const failure of failures) console.log(`FAILED ${name}: ${failure}`);
  for (const failure of flaky) console.log(`FLAKY  ${name}, passed the second time: ${failure}`);
}
for (const { name, passed = 0, failed = 0, skipped = 0, flaky = [], note, seconds } of results) {
  const verdict = failed > 0 ? 'FAILED' : passed > 0 ? 'passed' : 'skipped';
  const left = skipped > 0 ? `, ${skipped} skipped` : '';
  const again = flaky.length > 0 ? `, ${flaky.length} flaky` : '';
  const said = note ? `  (${note})` : '';
  const time = `${seconds.toFixed(1)} s`.padStart(8);
  console.log(
    `${name.padEnd(9)} ${verdict.padEnd(8)} ${time}  ${passed} passed, ${failed} failed${again}${left}${said}`,
  );
}
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
