const ISO_TIME_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** For JSON in SQL, where no driver parses times. `expression`: trusted text. */
export const isoTimeSql = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', '${ISO_TIME_FORMAT}')`;

/** In the shape of the contract's `person`. `alias`: of `users`. */
export const personSql = (alias: string): string => {
  const fields = `'id', ${alias}.id, 'name', ${alias}.name, 'image', ${alias}.image`;
  return `case when ${alias}.is_anonymous then json_build_object(${fields}, 'is_anonymous', true)
    else json_build_object(${fields}) end`;
};

export const partPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
