import { useRouter } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import type { WaitingKind } from '@portico/contract/overview/overview.ts'
import { type AdminGroup, adminGroups } from '@portico/contract/preferences/admin-groups.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../api/session.ts'
import { texts } from '../api/texts.ts'
import { paths } from '../paths.ts'
import type { AdminTitle } from './admin-entry.ts'
import type { LoadFinder } from './found-records.ts'
import { adminMenuQuery } from './frame-queries.ts'

/** Static data of an administration screen's route; see admin-entry.ts. */
export interface AdminScreenInfo {
  /** The page of the portal's own system that grants access (AUTZ-008). */
  page: AdminPage
  otherPages?: readonly AdminPage[] | undefined
  titleName: AdminTitle
  /** Absent for screens that are reached from another screen only. */
  group?: AdminGroup | 'top' | undefined
  /** Place in its group. */
  position?: number
  /** What waits there for the user is counted beside its name. */
  waiting?: WaitingKind
  /** Finds its records for the search of everything. */
  finder?: LoadFinder | undefined
}

export interface AdminScreenLink extends AdminScreenInfo {
  address: string
  title: () => string
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    admin?: AdminScreenInfo
  }
}

/** The title of a screen, in the reader's language. Not part of the sign-in's script, which knows every screen. */
export const adminTitle = (name: AdminTitle): string => texts(adminMenuTexts)[name]

function useScreens(): AdminScreenLink[] {
  const router = useRouter()
  return Object.entries(router.routesByPath as Record<string, { options: { staticData?: StaticData } }>).flatMap(
    ([address, { options }]) => {
      const { admin } = options.staticData ?? {}
      return admin ? [{ ...admin, address, title: () => adminTitle(admin.titleName) }] : []
    },
  )
}

/** The administration screens that have a place in the navigation, in its order. */
function useScreensOfNavigation(): AdminScreenLink[] {
  const screens = useScreens()
  return (['top', ...adminGroups] as const).flatMap((group) =>
    screens
      .filter((screen) => screen.group === group)
      .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0)),
  )
}

const isOpenWith =
  (pages: readonly { pageNm: string }[]) =>
  ({ page, otherPages = [] }: AdminScreenInfo): boolean =>
    [page, ...otherPages].some((name) => pages.some(({ pageNm }) => pageNm === name))

interface StaticData {
  admin?: AdminScreenInfo
}

/** The administration screens that the user may open and that have a place in the navigation. */
export function useAdminScreens(): AdminScreenLink[] {
  const { uid } = useSignedIn()
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  return useScreensOfNavigation().filter(isOpenWith(pages))
}

/** The administration screens that the user may open without naming a record, those beside the navigation at the end. */
export function useScreensToOpen(): AdminScreenLink[] {
  const { uid } = useSignedIn()
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  const others = useScreens().filter(({ address, group }) => group === undefined && !address.includes('$'))
  return [...useScreensOfNavigation(), ...others].filter(isOpenWith(pages))
}

/** Returns whether the user holds a page of the portal's own system. */
export function useHoldsPage(): (page: AdminPage) => boolean {
  const { uid } = useSignedIn()
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  return (page) => pages.some(({ pageNm }) => pageNm === page)
}

/** What finds the records of the administration screens that the user may open, by the address of the screen. */
export function useFinders(): { address: string; finder: LoadFinder }[] {
  const { uid } = useSignedIn()
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  return useScreens()
    .filter(isOpenWith(pages))
    .flatMap(({ address, finder }) => (finder ? [{ address, finder }] : []))
}

/** The address of the first screen of an administration page; home for an unknown one. */
export function useAddressOfPage(): (page: string) => string {
  const screens = useScreensOfNavigation()
  return (page) => screens.find((screen) => screen.page === page && screen.group !== 'top')?.address ?? paths.home()
}
