import type { FastifyInstance } from 'fastify';
import { HttpError } from '#server/http/errors.ts';

/** Bodies have at most five levels; user metadata may have more. */
const DEPTH_MAX = 32;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** Deeper nesting could overflow recursive code. */
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

export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isNestedTooDeep(body)) done(new HttpError('invalid', 'The body is nested too deeply'));
    else void parse(request, body, done);
  });
}
