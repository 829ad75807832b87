/** Returns the key of a table of shipped names for a name that is worded as shipped, or null for any other name. */
export const shippedKey = <Table extends Readonly<Record<string, string>>>(
  table: Table,
  name: string,
): keyof Table | null => {
  const key = `shipped_${(name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('_')}`
  return Object.hasOwn(table, key) && table[key] === name ? key : null
}
