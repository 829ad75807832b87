import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configurationKinds, readFiles } from '@portico/server/for-demo.ts'

/** The same folder beside `src` and beside what is built of it. */
const folder = new URL('../configuration/', import.meta.url)

/** The files of configuration that the demo is. */
export const demoFiles = readdirSync(fileURLToPath(folder))
  .toSorted()
  .map((file) => ({ name: `demo/configuration/${file}`, text: readFileSync(new URL(file, folder), 'utf8') }))

const { entries, problems } = readFiles(demoFiles, configurationKinds)
if (problems.length > 0) throw new Error(problems.map(({ place, message }) => `${place}: ${message}`).join('\n'))

/** The lists that the rest of the demo refers to, with the fields that it reads; what an entry does not state is absent. */
interface DemoLists {
  clients: { name: string; code: string; domains: { domain: string }[] }
  departments: { name: string }
  systems: { name: string; facility?: 'EDH' | 'KCW' }
  sections: { name: string }
  applications: {
    system: string
    name: string
    section: string
    assignable?: boolean
    linkEnabled?: boolean
    administratorsOnly?: boolean
    internalUsersOnly?: boolean
    requestable?: boolean
  }
  accountTypes: { code: string }
  permissionSets: { client?: string; gives: [{ system: string }] }
  brands: { client: string }
}

/** The entries of a list in the order of its file: they are applied in it, so that their ids follow it. */
export const demoList = <Name extends keyof DemoLists>(name: Name): readonly DemoLists[Name][] =>
  entries.filter(({ kind }) => kind.name === name).map(({ entry }) => entry as unknown as DemoLists[Name])

/** Returns what is found by a name. @throws where nothing is */
export function named<Named extends { readonly name: string }>(all: readonly Named[], name: string): Named {
  const found = all.find((one) => one.name === name)
  if (!found) throw new Error(`The demo has no ${name}`)
  return found
}
