import * as z from 'zod/mini';
import { FACTOR_NAME_MAX } from '@hereabouts/contract/auth';
import { invalid, WireError } from '#server/auth/wire-error.ts';

const text = z.nullish(z.string());

export const enrolBody = z.object({ friendly_name: text, factor_type: text, issuer: text });
export const verifyFactorBody = z.object({ challenge_id: z.nullish(z.uuid()), code: text });
export const recoveryCodesBody = z.object({ friendly_name: text });
export const recoveryCodeBody = z.object({ code: text });

/** @throws WireError `bad_json`, also for wrong types, as in the protocol */
export function parseFactorBody<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body ?? {});
  if (!result.success) throw new WireError('bad_json', 'Could not parse request body as JSON');
  return result.data;
}

/** @throws WireError when too long */
export function cleanLabel(what: string, value: string | null | undefined): string {
  const label = (value ?? '').replaceAll('\0', '').trim().toWellFormed();
  if (label.length > FACTOR_NAME_MAX) throw invalid(`${what} may have at most ${FACTOR_NAME_MAX} characters`);
  return label;
}
