import {
  createPermissionSet,
  givePermissionSet,
  takePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import type { Browser } from './browser.ts'
import type { Portal } from './portal.ts'

interface MadeSet {
  setNm: string
  systemIds: number[]
  pageIds?: number[]
  clientId?: number | null
}

/** Permission sets that an administrator makes, gives and takes. */
export const permissionSets = (by: Browser) => ({
  made: async ({ pageIds = [], clientId = null, ...sent }: MadeSet) =>
    (
      await by.call(createPermissionSet, {
        params: { uid: by.userId },
        body: { ...sent, descriptionTxt: '', pageIds, clientId },
      })
    ).setId,
  give: (setId: number, ...users: { id: number }[]) =>
    by.send(givePermissionSet, { params: { uid: by.userId, setId }, body: { userIds: users.map(({ id }) => id) } }),
  /** Gives a set until a moment; null: without a planned end. */
  giveUntil: (setId: number, endDt: Date | null, ...users: { id: number }[]) =>
    by.send(givePermissionSet, {
      params: { uid: by.userId, setId },
      body: { userIds: users.map(({ id }) => id), endDt },
    }),
  take: (setId: number, ...users: { id: number }[]) =>
    by.send(takePermissionSet, { params: { uid: by.userId, setId }, body: { userIds: users.map(({ id }) => id) } }),
})

/** A client with a user, and two applications, the first of which has a page; their names have the number. */
export async function makeSetWorld({ make }: Portal, number: number) {
  const client = await make.client()
  const person = await make.user({ client_id: client })
  const billing = await make.system({ name: `Billing ${number}` })
  const mail = await make.system({ name: `Mail ${number}` })
  const section_id = await make.section()
  const invoices = await make.page({ name: `Invoices ${number}`, system_id: billing, section_id })
  return { client, person, billing, mail, invoices }
}

/** Adds a customer of the facility EDH, below another one or on the first level; its id. */
export async function addCustomer(portal: Portal, name: string, parentId: number | null = null): Promise<number> {
  const text = `insert into customers (name, facility_code, parent_id) values ($1, 'EDH', $2) returning id`
  return Number((await portal.owner(text, [name, parentId]))[0]?.['id'])
}

/** Customers for the world of the number: `pier` is below `harbor`, `wharf` is on the first level, too. */
export async function makeSetCustomers(portal: Portal, number: number) {
  const harbor = await addCustomer(portal, `Harbor ${number}`)
  const pier = await addCustomer(portal, `Pier ${number}`, harbor)
  const wharf = await addCustomer(portal, `Wharf ${number}`)
  return { harbor, pier, wharf }
}

const DAY_MS = 86_400_000

/** So many days from now, at a full second, as the end of a set. */
export const inDays = (days: number): Date => new Date(Math.ceil(Date.now() / 1000) * 1000 + days * DAY_MS)

/** Moves the clock of a portal to so many seconds after a moment. */
export const moveClockTo = (portal: Portal, moment: Date, seconds: number): Promise<unknown> =>
  portal.moveClock(`${(moment.getTime() - Date.now()) / 1000 + seconds} seconds`)
