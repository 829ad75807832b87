/** A category of reference data with its calls by their names. */
interface Category {
  readonly name: string
  readonly endpoints: Readonly<Record<string, unknown>>
}

type CallName<C extends Category> = C extends Category ? keyof C['endpoints'] & string : never

/** What each call of these categories does. */
/* @__NO_SIDE_EFFECTS__ */
export function referenceSummaries<C extends readonly Category[]>(...categories: C) {
  const found = categories.flatMap(({ name, endpoints }) =>
    Object.entries(summariesOf(name)).filter(([call]) => call in endpoints),
  )
  return Object.fromEntries(found) as Readonly<Record<CallName<C[number]>, string>>
}

const summariesOf = (name: string) => ({
  [`list${name}Rows`]: `Every ${name} entry, or a page of them`,
  [`count${name}Uses`]: `How many records refer to a ${name}`,
  [`add${name}`]: `Add a ${name}`,
  [`change${name}`]: `Change a ${name}; with its version it is refused if the entry has changed in the meantime`,
  [`save${name}`]: `Add a ${name}, or change the one that is named; with its version it is refused if it has changed in the meantime`,
  [`remove${name}`]: `Delete a ${name} that nothing uses; for an hour the deletion can be taken back`,
  [`restore${name}`]: `Take back one’s own deletion of a ${name}`,
})
