import type { FastifyInstance } from 'fastify';

/** Every route a server has, as `GET /path/:name`; HEAD goes with GET. Read off the tree that Fastify prints. */
export function routePaths(app: FastifyInstance): string[] {
  const found: string[] = [];
  const branches: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', path, methods] = /^([│ ]*)(?:└── |├── )(.+) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    if (path === undefined || methods === undefined) continue;
    const depth = indent.length / 4;
    branches.splice(depth, Infinity, path);
    const full = branches.join('').replace(/^\/\/?/, '/');
    for (const method of methods.split(', ')) if (method !== 'HEAD') found.push(`${method} ${full}`);
  }
  return found;
}
