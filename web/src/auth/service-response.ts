import { AUTH_API_VERSION } from '@hereabouts/contract/auth';

/** Without it, the `code` of a refusal is a number. */
export const VERSION_HEADER = { 'x-supabase-api-version': AUTH_API_VERSION };

/** The service would refuse the same again. A proxy's response has no code. */
export const isFinalRefusal = (status: number, body: { code?: unknown } | null): boolean =>
  typeof body?.code === 'string' && status < 500 && status !== 429;
