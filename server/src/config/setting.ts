/**
 * A setting of the portal: its name, what reads its text, its default and one sentence for docs/operations.md, whose
 * table is generated from here.
 */
export interface Setting {
  readonly name: string
  /** Returns the value of the text. @throws InvalidValue how it must be written. */
  readonly takes: (text: string) => unknown
  /** Shown in the documentation; config.ts decides values that depend on other settings. */
  readonly byDefault: string
  readonly description: string
  /** A secret may also come from the file named by NAME_FILE, and is never shown. */
  readonly secret?: true
}

/** The values of the settings of a list, by their names. */
export type ValuesOf<List extends readonly Setting[]> = {
  [Each in List[number] as Each['name']]?: ReturnType<Each['takes']> | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>
