export const batchesOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, batch) =>
    list.slice(batch * size, (batch + 1) * size),
  );
