import { editDistance } from '../../config/nearest-name.mjs'

/** A name as it is compared. */
export const nameKey = (name: string): string => name.trim().toLowerCase()

/** Returns the name that was probably meant: a third of its letters may be wrong. */
export function probableName(key: string, names: readonly string[]): string | undefined {
  const meant = names
    .map((name) => ({ name, distance: editDistance(key, nameKey(name)) }))
    .toSorted((one, other) => one.distance - other.distance)[0]
  return meant && meant.distance <= Math.ceil(key.length / 3) ? meant.name : undefined
}
