import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.ts';

/** No body of ours has more than five levels; people's own user data may have some. */
const DEPTH_MAX = 32;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** Whether JSON text has lists and objects within each other beyond what the rest of the server may recurse into. */
export function isNestedTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (isText) {
      if (char === BACKSLASH) at += 1;
      else if (char === QUOTE) isText = false;
    } else if (char === QUOTE) {
      isText = true;
    } else if (char === OPEN_LIST || char === OPEN_OBJECT) {
      depth += 1;
      if (depth > DEPTH_MAX) return true;
    } else if (char === CLOSE_LIST || char === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return false;
}

/** Parses JSON bodies, and refuses those nested too deep with a 400. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isNestedTooDeep(body)) done(new HttpError('invalid', 'The body is nested too deeply'));
    else void parse(request, body, done);
  });
}
