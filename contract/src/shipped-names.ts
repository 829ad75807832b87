import { jobNameTexts } from './texts/job-name-texts.ts'
import { portalPageTexts } from './texts/portal-page-texts.ts'
import { shippedNameTexts } from './texts/shipped-name-texts.ts'

/** Returns the key of the text for a name that the portal shipped, or null for any other name. */
const keyIn = <Table extends Readonly<Record<string, string>>>(table: Table, name: string): keyof Table | null => {
  const key = `shipped_${(name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('_')}`
  return Object.hasOwn(table, key) && table[key] === name ? key : null
}

/** Returns the key of the text for the name of a row as the portal created it; null: an administrator named it. */
export const shippedNameKey = (name: string) => keyIn(shippedNameTexts, name)

/** Returns the key of the text for one of the portal's own pages; null for other pages. */
export const portalPageKey = (name: string) => keyIn(portalPageTexts, name)

/** Returns the key of the text for a job as the portal named it; null: an administrator named it. */
export const jobNameKey = (name: string) => keyIn(jobNameTexts, name)
