import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configurationKinds, readFiles } from '@portico/server/for-demo.ts'

/** The same folder beside `src` and beside what is built of it. */
const folder = new URL('../configuration/', import.meta.url)

/** The files of configuration that the demo is. */
const files = readdirSync(fileURLToPath(folder))
  .toSorted()
  .map((file) => ({ name: `demo/configuration/${file}`, text: readFileSync(new URL(file, folder), 'utf8') }))

const { entries, problems } = readFiles(files, configurationKinds)
if (problems.length > 0) throw new Error(problems.map(({ place, message }) => `${place}: ${message}`).join('\n'))

/** The lists of the files, with the fields that the demo reads; what an entry does not state is absent. */
interface DemoLists {
  clients: { name: string; code: string; domains: { domain: string; signIn: 'password' | 'federated' }[] }
  sessionTimeouts: { client: string; minutes: number }
  departments: { name: string }
  smsCarriers: { name: string; domain: string; active: boolean }
  internalDomains: { domain: string }
  systems: { name: string; facility: 'EDH' | 'KCW' | null; signOutAddress?: string; software: string[] }
  sections: { name: string }
  applications: {
    system: string
    name: string
    section: string
    assignable?: boolean
    linkEnabled?: boolean
    newWindow: boolean
    administratorsOnly?: boolean
    internalUsersOnly?: boolean
    requestable?: boolean
    address: string
    helpAddress?: string
    searchItems?: { name: string; description: string }[]
  }
  accountTypes: { system: string; code: string; name: string }
  entitlementReports: { client: string; code: string | null; enabled: boolean }
  permissionSets: {
    name: string
    client?: string
    description: string
    requestable: boolean
    gives: [{ system: string }]
  }
  ssoMappings: {
    client: string
    applications: { system: string; application: string }[]
    customers: { facility: string; path: string }[]
  }
  brands: { client: string | null; color: string; buttonColor: string }
  texts: { key: string; text: string }
}

/** The entries of a list in the order of its file, by which the demo numbers them. */
export const demoList = <Name extends keyof DemoLists>(name: Name): readonly DemoLists[Name][] =>
  entries.filter(({ kind }) => kind.name === name).map(({ entry }) => entry as unknown as DemoLists[Name])

/** Returns what is found by a name. @throws where nothing is */
export function named<Named extends { readonly name: string }>(all: readonly Named[], name: string): Named {
  const found = all.find((one) => one.name === name)
  if (!found) throw new Error(`The demo has no ${name}`)
  return found
}
