/** Returns a number with the noun of an operator's message, such as "1 row" or "1,234 rows". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
