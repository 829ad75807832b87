import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const web = new URL('../web/src/', import.meta.url)
const load = (file: string): Promise<object> => import(new URL(file, web).href)

const { paths: shared } = (await load('paths.ts')) as { paths: Record<string, () => string> }

interface Screen {
  address: string
  list?: unknown
}

/** The screens of the administration by name, as their areas declare them. */
const screens = Object.assign(
  {},
  ...(await Promise.all(globSync('admin/*/screen.ts', { cwd: fileURLToPath(web) }).map(load))),
) as Readonly<Record<string, Screen>>

/** The front end's own table of addresses. */
export const paths: Readonly<Record<string, () => string>> = {
  ...shared,
  ...Object.fromEntries(Object.entries(screens).map(([name, { address }]) => [name, () => address])),
}

/** Names and addresses of the administration's screens; those with ids in their address are missing. */
export const adminAddresses = addressesOf(() => true)

/** Those of them that show a list. */
export const listAddresses = addressesOf(({ list }) => list !== undefined)

function addressesOf(isWanted: (screen: Screen) => boolean): readonly (readonly [name: string, address: string])[] {
  return Object.entries(screens)
    .filter(([, screen]) => isWanted(screen) && !screen.address.includes('$'))
    .map(([name, { address }]) => [name, address])
}
