import type { RouteComponent } from '@tanstack/react-router'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import type { WaitingKind } from '@portico/contract/overview/overview.ts'
import type { AdminGroup } from '@portico/contract/preferences/admin-groups.ts'
import type { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import type { PathParams } from '../patterns/path-ids.ts'
import type { LoadFinder } from './found-records.ts'

/** Arguments of a screen's loader. */
export interface AdminEntry<Params = unknown> {
  uid: number
  /** Ids of the address are numbers. */
  params: Params
  /** The raw search params: `peopleSearch.read(search)`. */
  search: object
  cause: 'enter' | 'stay' | 'preload'
}

/** Name of the text that is the title of a screen. */
export type AdminTitle = Exclude<keyof typeof adminMenuTexts, 'admin_waiting'>

interface ScreenOptions<Address extends string> {
  /** Parts that begin with `$` are parameters; those that end with `Id` are ids. */
  address: Address
  /** Users with this page of the portal's own system may open the screen; the server enforces it. */
  page: AdminPage
  /** Other pages that open the screen. */
  otherPages?: readonly AdminPage[]
  /** Place in the navigation, 'top' above its groups, and what waits there; absent for screens that are reached from another screen only. */
  menu?: { group: AdminGroup | 'top'; position: number; waiting?: WaitingKind }
  /** Finds its records for the search of everything; who may open the screen finds them. */
  finder?: LoadFinder
  title: AdminTitle
  component: RouteComponent
  /** Loads the data that the screen needs to render. */
  load?: (entry: AdminEntry<PathParams<Address>>) => Promise<unknown>
  /**
   * The screen's list, see `screenList`: its loader awaits the first page, and what the list loads beside it.
   */
  list?: () => Promise<{ load: (entry: AdminEntry) => Promise<unknown> }>
  /**
   * Where users are sent whose address has an id that is none, or that of a record that is missing. Without it the
   * former is the page that was not found.
   */
  instead?: () => string
  /** A window of its own, without the navigation of the administration. */
  withoutNavigation?: true
}

/** A screen of the administration, as admin-routes.tsx collects it. */
export interface AdminScreen extends Omit<ScreenOptions<string>, 'load'> {
  load: (entry: AdminEntry<object>) => Promise<unknown>
}

type LinkParams<Address extends string> = keyof PathParams<Address> extends never ? [] : [params: PathParams<Address>]

/**
 * Declares a screen of the administration, in `admin/<area>/screen.ts`: every export of these files is one. `link`
 * returns its address for these parameters.
 */
export function adminScreen<const Address extends `/content-authenticated/${string}`>(screen: ScreenOptions<Address>) {
  const { address, load, list } = screen
  return {
    ...screen,
    load: async (entry: AdminEntry<object>) => {
      const loading = load?.({ ...entry, params: entry.params as PathParams<Address> })
      await Promise.all([loading, list?.().then((first) => first.load(entry))])
    },
    link: (...[params]: LinkParams<Address>): string => {
      const values: Readonly<Record<string, string | number>> = { ...params }
      return address.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    },
  } satisfies AdminScreen & { link: unknown }
}
