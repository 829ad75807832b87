import { listLinks } from '@portico/contract/links/links.ts'
import {
  addAnnouncement,
  announcementValueTypes,
  listAnnouncementValues,
} from '@portico/contract/announcements/announcement-admin.ts'
import { addSection } from '@portico/contract/catalog/catalog-sections.ts'
import { shareDocument } from '@portico/contract/documents/documents.ts'
import { listSections, setFavorite } from '@portico/contract/home/home.ts'
import { addDepartment } from '@portico/contract/reference-data/reference-data.ts'
import { createUser } from '@portico/contract/users/user-creation.ts'
import { Browser, type Raw } from '../../server/test/browser.ts'
import { documentsOf } from '../../server/test/documents.ts'
import { onDatabase } from '../postgres.ts'
import { CannotHere, type Experiment, none, within } from './experiment.ts'
import { PASSWORD } from './load.ts'
import { startWorld, type World } from './world.ts'

const TIMES = 20

export const sameKey: Experiment = {
  id: 'R14',
  title: '20 equal submissions with one idempotency key on two nodes',
  run: async () => {
    throw new CannotHere('the calls of the portal have no such key; R15 is about submissions without one')
  },
}

interface Submission {
  name: string
  send: (browser: Browser, at: number) => Promise<Raw>
  /** Counts the rows that came of it. */
  count: string
  /** Whether the other requests get a conflict; else all get the same answer. */
  conflicts: boolean
}

export const withoutKey: Experiment = {
  id: 'R15',
  title: '20 equal submissions at once over two nodes, without a key',
  run: async ({ cluster }) => {
    const world = await startWorld(cluster)
    try {
      const findings = []
      const notes: string[] = []
      const admin = await new Browser(world.origin).signIn('portal.admin', PASSWORD)
      const nodes = [world.a, world.b].map(({ origin }) => at(admin, origin, world.origin))
      for (const { name, send, count, conflicts } of await submissions(admin, world)) {
        const answers = await Promise.all(
          Array.from({ length: TIMES }, (_, n) =>
            send(nodes[n % nodes.length] ?? admin, n).catch(() => ({ status: 0, message: '' })),
          ),
        )
        const rows = await countOf(world, count)
        const numberOf = (...statuses: number[]) => answers.filter(({ status }) => statuses.includes(status)).length
        const [good, refused] = [numberOf(200), numberOf(503)]
        const conflicting = conflicts ? numberOf(409, 422) : 0
        findings.push(
          none(`${name}: rows other than one`, Math.abs(rows - 1)),
          none(`${name}: answers that are neither right nor a conflict`, TIMES - good - conflicting - refused),
          within(`${name}: answers that refuse for now`, refused, 0, ''),
          ...(conflicts ? [none(`${name}: acknowledged other than once`, Math.abs(good - 1))] : []),
        )
        notes.push(
          `${name}: ${[...Map.groupBy(answers, ({ status, message }) => `${status} ${message}`)].map(([words, of]) => `${of.length} × ${words}`).join('; ')}`,
        )
      }
      const links = await admin.call(listLinks, { params: { uid: admin.userId } })
      findings.push(none('lists that fail afterwards', Array.isArray(links) ? 0 : 1))
      return { findings, notes }
    } finally {
      await world.close()
    }
  },
}

/** The same browser at a node, with the portal's public address as its origin. */
function at(browser: Browser, node: string, publicOrigin: string): Browser {
  const moved = new Browser(node, { origin: publicOrigin })
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
  const { sessionToken, csrfToken, userId } = browser
  return Object.assign(moved, { sessionToken, csrfToken, userId })
}

async function countOf({ databaseUrl }: World, text: string): Promise<number> {
  const { rows } = await onDatabase(databaseUrl, (client) => client.query<{ count: number }>(text))
  return rows[0]?.count ?? Number.NaN
}

/** Of what the submissions are. */
interface Ids {
  uid: number
  /** Numbers of an announcement's values, by their codes. */
  value: Readonly<Record<string, number>>
  today: string
  employerId: number
  recipient: number
  documentId: number
  section: number
}

async function submissions(admin: Browser, world: World): Promise<Submission[]> {
  const uid = admin.userId
  const value: Record<string, number> = {}
  for (const typeName of announcementValueTypes)
    for (const one of await admin.call(listAnnouncementValues, { params: { uid, typeName } }))
      value[one.valueCd] = one.clsVldValId
  const today = await onDatabase(world.databaseUrl, async (client) => {
    const { rows } = await client.query<{ today: string }>("select business_today('America/Chicago')::text as today")
    return rows[0]?.today ?? ''
  })
  const employerId = await countOf(world, "select client_id as count from users where user_name = 'external.user'")
  const recipient = await countOf(world, "select id as count from users where user_name = 'internal.user'")
  const documentId = await documentsOf(admin).store('Shared.csv', Buffer.from('1'))
  const section = (await admin.call(listSections, { params: { uid } }))[0]?.sectionId ?? 0
  const ids = { uid, value, today, employerId, recipient, documentId, section }
  return [...refusedTwice(ids), ...repeatable(ids)]
}

const counted = (table: string, where: string) => `select count(*)::int as count from ${table} where ${where}`

/** One is accepted; the others get a conflict. */
const refusedTwice = ({ uid, value, today, employerId }: Ids): Submission[] => [
  {
    name: 'a user',
    send: (browser) =>
      browser.send(createUser, {
        params: { uid },
        body: {
          user: {
            userNm: 'grace.twenty',
            firstNm: 'Grace',
            lastNm: 'Hopper',
            emailAddress: 'grace@harbor.test',
            employerId,
          },
        },
      }),
    count: counted('users', "user_name = 'grace.twenty'"),
    conflicts: true,
  },
  {
    name: 'a section',
    send: (browser) => browser.send(addSection, { params: { uid }, body: { sectionNm: 'Twenty', ccDispFlg: true } }),
    count: counted('sections', "name = 'Twenty'"),
    conflicts: true,
  },
  {
    name: 'a department',
    send: (browser) => browser.send(addDepartment, { params: { uid }, body: { departmentNm: 'Twenty' } }),
    count: counted('departments', "name = 'Twenty'"),
    conflicts: true,
  },
  {
    name: 'an announcement',
    send: (browser) =>
      browser.send(addAnnouncement, {
        params: { uid },
        query: { anncReqType: 'publish' },
        body: {
          anncTitle: 'Twenty',
          anncMessage: '<p>News</p>',
          anncType: value['operational'],
          userType: value['all'],
          effectiveFromDt: today,
        },
      }),
    count: counted('announcements', "title = 'Twenty'"),
    conflicts: true,
  },
]

/** That set what is so already when they come again. */
const repeatable = ({ uid, section, documentId, recipient }: Ids): Submission[] => [
  {
    name: 'a favorite',
    send: (browser) =>
      browser.send(setFavorite, {
        params: { uid, sectionId: section },
        body: { userSectionDetails: { favoriteFlg: true } },
      }),
    count: counted('user_section_preferences', `user_id = ${uid} and section_id = ${section} and is_favorite`),
    conflicts: false,
  },
  {
    name: 'a share',
    send: (browser) =>
      browser.send(shareDocument, {
        params: { uid },
        body: { documentId, sharedUserIdList: [recipient], expireDt: null },
      }),
    count: counted('document_shares', `document_id = ${documentId} and recipient_id = ${recipient}`),
    conflicts: false,
  },
]
