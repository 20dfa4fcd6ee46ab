import { escapeHtml } from '#server/lib/escape-html.ts';
import type { Mail } from './mailer.ts';

type Content = {
  subject: string;
  before: string[];
  action?: { label: string; url: string } | undefined;
  code?: string | undefined;
  after: string[];
};

const FOOTER = 'Hereabouts · find your friends at events';

export function render(to: string, content: Content): Mail {
  const { subject, before, action, code, after } = content;
  const text = [
    ...before,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(code ? [code] : []),
    ...after,
    `-- \n${FOOTER}`,
  ].join('\n\n');
  const html = [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#fbf7f0;color:#12141d;font:17px/1.5 sans-serif">',
    '<div style="max-width:480px;margin:0 auto">',
    ...before.map(paragraph),
    ...(action ? [button(action.label, action.url)] : []),
    ...(code
      ? [`<p style="font-size:32px;letter-spacing:6px;margin:24px 0"><b>${escapeHtml(code)}</b></p>`]
      : []),
    ...after.map(paragraph),
    `<p style="margin:32px 0 0;font-size:14px;color:#5b5f6b">${FOOTER}</p></div></body></html>`,
  ].join('\n');
  return { to, subject, text, html };
}

const paragraph = (text: string) => `<p style="margin:16px 0">${escapeHtml(text)}</p>`;

const button = (label: string, url: string) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;` +
  `border-radius:12px;background:#ff5a36;color:#12141d;text-decoration:none"><b>${escapeHtml(label)}</b></a></p>` +
  `<p style="margin:16px 0;font-size:14px">${escapeHtml(url)}</p>`;
