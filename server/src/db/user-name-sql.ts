/** SQL of the full name of the user whose id is in `column`: null where no such user is in the caller's scope. */
export const userNameSql = (column: string): string =>
  `(select first_name || ' ' || last_name from users where id = ${column})`
