/** What runs here is no page: the worker's own global. */
export const scope = globalThis as unknown as ServiceWorkerGlobalScope;
