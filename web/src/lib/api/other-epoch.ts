import { ApiError } from './api.ts';

/** A backup has been restored since the request was made (OPS-11). */
export const isOfOtherEpoch = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.code === 'conflict' && cause.fields.epoch !== undefined;
