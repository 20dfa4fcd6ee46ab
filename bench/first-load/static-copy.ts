import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { Closers } from '../closers.ts';

type File = { type: string; body: Buffer };
const TEXT = /^(text|image\/svg|application\/(json|javascript))/;

/** Serves what it is given as a web server with compressed files would; returns its origin. */
export async function serveFiles(files: ReadonlyMap<string, File>, closers: Closers): Promise<string> {
  const compressed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://files').pathname;
    const file = files.get(path);
    if (!file) return void response.writeHead(404).end();
    const headers = { 'content-type': file.type, 'cache-control': 'no-cache' };
    if (!TEXT.test(file.type)) return void response.writeHead(200, headers).end(file.body);
    const body = compressed.get(path) ?? brotliCompressSync(file.body);
    compressed.set(path, body);
    response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Keeps whatever the page loads from now on, by path. */
export function keepFiles(page: Page): Map<string, File> {
  const files = new Map<string, File>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!['image', 'font', 'media', 'stylesheet'].includes(response.request().resourceType())) return;
    void response
      .body()
      .then((body) => files.set(pathname, { type: response.headers()['content-type'] ?? '', body }))
      .catch(() => {});
  });
  return files;
}

/**
 * The page as it stands now, as HTML without a script: its styles inside, its pictures and fonts by the same addresses.
 * What it has drawn on canvases becomes pictures, added to `files`.
 */
export async function copyAsHtml(page: Page, files: Map<string, File>, path: string): Promise<void> {
  const { html, drawn } = await page.evaluate(async () => {
    const drawings: string[] = [];
    for (const canvas of document.querySelectorAll('canvas')) {
      const picture = new Image(canvas.width, canvas.height);
      picture.className = canvas.className;
      picture.style.cssText = canvas.style.cssText;
      picture.src = `/drawn/${drawings.length}.png`;
      drawings.push(canvas.toDataURL());
      canvas.replaceWith(picture);
    }
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
      const style = document.createElement('style');
      style.textContent = await (await fetch(link.href)).text();
      link.replaceWith(style);
    }
    for (const gone of document.querySelectorAll('script, link[rel=modulepreload], link[rel=manifest]'))
      gone.remove();
    return { html: document.documentElement.outerHTML, drawn: drawings };
  });
  for (const [index, url] of drawn.entries()) {
    const body = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
    files.set(`/drawn/${index}.png`, { type: 'image/png', body });
  }
  files.set(path, { type: 'text/html; charset=utf-8', body: Buffer.from(`<!doctype html>${html}`) });
}
