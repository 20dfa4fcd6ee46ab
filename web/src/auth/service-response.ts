/** The service has refused, and would refuse the same again. A proxy's response has no code. */
export const isFinalRefusal = (status: number, body: { code?: unknown } | null): boolean =>
  typeof body?.code === 'string' && status < 500 && status !== 429;
