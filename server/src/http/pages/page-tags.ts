import { escapeHtml } from '#server/lib/escape-html.ts';

/** Null for a page that does not exist. */
export type PageTags = {
  title: string;
  description: string;
  picture: string | null;
  /** Of the page's first requests without a session, by path. */
  responses?: Readonly<Record<string, object>>;
} | null;
/** Undefined for a page without tags of its own. */
export type DescribePage = (path: string) => (() => Promise<PageTags>) | undefined;

export const firstDescription =
  (all: readonly DescribePage[]): DescribePage =>
  (path) => {
    for (const describePage of all) {
      const describe = describePage(path);
      if (describe !== undefined) return describe;
    }
    return undefined;
  };

const NOT_INDEXED = '<meta name="robots" content="noindex" />';
const OWN_TAGS = /\s*<meta\s[^>]*?(?:property="og:(?!type|site_name)|name="description")[^>]*>/g;
const TITLE = /<title>[^<]*<\/title>/;

/** Every such page is noindex. Absolute addresses, none without `publicUrl` (LINK-03). */
export function withPageTags(html: string, tags: PageTags, publicUrl: string | null): string {
  if (tags === null) return html.replace(TITLE, (title) => `${title}${NOT_INDEXED}`);
  const { title, description, picture, responses } = tags;
  const address = publicUrl !== null && picture !== null ? new URL(picture, publicUrl).href : null;
  const own = [
    `<title>${escapeHtml(title)}</title>`,
    NOT_INDEXED,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<meta property="og:title" content="${escapeHtml(title)}" />`,
    `<meta property="og:description" content="${escapeHtml(description)}" />`,
    ...(address === null ? [] : [`<meta property="og:image" content="${escapeHtml(address)}" />`]),
  ];
  const data = responses === undefined ? '' : dataBlock(responses);
  return html
    .replace(OWN_TAGS, '')
    .replace(TITLE, () => own.join(''))
    .replace('<head>', () => `<head>${data}`);
}

/** Read by web/src/lib/api/page-responses.ts. No browser runs it, and no text ends it. */
const dataBlock = (responses: object): string =>
  `<script type="application/json" id="page-responses">${JSON.stringify(responses).replaceAll('<', '\\u003c')}</script>`;
