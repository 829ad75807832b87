import { editDistance } from '../../config/nearest-name.mjs'

/** A name as it is compared. */
export const nameKey = (name: string): string => name.trim().toLowerCase()

/** Longer names are not compared: that takes the time of their length times that of every name. */
const COMPARED_MAX = 100

/** Returns the name that was probably meant: a third of its letters may be wrong. */
export function probableName(key: string, names: readonly string[]): string | undefined {
  if (key.length > COMPARED_MAX) return undefined
  const wrongMax = Math.ceil(key.length / 3)
  const meant = names
    .filter((name) => Math.abs(nameKey(name).length - key.length) <= wrongMax)
    .map((name) => ({ name, distance: editDistance(key, nameKey(name)) }))
    .toSorted((one, other) => one.distance - other.distance)[0]
  return meant && meant.distance <= wrongMax ? meant.name : undefined
}
