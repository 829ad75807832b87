/**
 * What acts change, by their titles: rows that they add (`+`), delete (`-`) and change, in the words of `describeChanges`
 * of server/test/whole-state.ts.
 */
export type ActChanges = Readonly<Record<string, readonly string[]>>
