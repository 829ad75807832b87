/** Joins the entries of several files; throws where two of them have the same name. */
export function joinEntries<Entry>(...parts: readonly Readonly<Record<string, Entry>>[]): Record<string, Entry> {
  const entries = parts.flatMap((part) => Object.entries(part))
  const names = entries.map(([name]) => name)
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  if (repeated.length > 0) throw new Error(`Listed in two files: ${repeated.join(', ')}`)
  return Object.fromEntries(entries)
}
