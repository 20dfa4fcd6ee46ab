const ISO_TIME_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** For `json_agg` and the like, where no driver parses times: `expression` is trusted text. */
export const isoTimeSql = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', '${ISO_TIME_FORMAT}')`;

/** A person as JSON text in the shape of the contract's `person`; `alias` is one of `users`. */
export const personSql = (alias: string): string => {
  const fields = `'id', ${alias}.id, 'name', ${alias}.name, 'image', ${alias}.image`;
  return `case when ${alias}.is_anonymous then json_build_object(${fields}, 'is_anonymous', true)
    else json_build_object(${fields}) end`;
};

/** A `like` pattern with escaped `%`, `_` and `\`. */
export const partPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
