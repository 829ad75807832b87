import { cleanRichText } from '@portico/server/for-demo.ts'
import { departmentId, industryId } from './demo-clients.ts'
import { PORTAL_ADMIN, type DemoPerson } from './demo-person.ts'
import { demoRandom } from './demo-random.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

interface DemoAnnouncement {
  title: string
  html: string
  /** The text for readers of German. */
  german?: { title: string; html: string }
  /** Days from today: first and last day in force; null = no end. */
  days: readonly [from: number, to: number | null]
  status?: 'review' | 'published' | 'expired' | 'deleted'
  kind?: 'operational'
  audience?: 'external' | 'internal'
  clients?: readonly number[]
  industries?: readonly string[]
  departments?: readonly string[]
  systems?: readonly number[]
}

/** All states, and every kind of audience; the ids count from 1. */
const announcements: readonly DemoAnnouncement[] = [
  {
    title: 'Welcome to Portico',
    html: '<p>All your applications now live in one place. <strong>Mark the ones you use most with the star</strong>, and sort by favorites to have them in front.</p>',
    german: {
      title: 'Willkommen bei Portico',
      html: '<p>Alle Ihre Anwendungen sind jetzt an einem Ort. <strong>Markieren Sie die, die Sie am meisten brauchen, mit dem Stern</strong>, und sortieren Sie nach Favoriten, um sie vorn zu haben.</p>',
    },
    days: [-40, null],
  },
  {
    title: 'New: find an application by what you want to do',
    html: '<p>Type part of a name, or of what you want to do, such as <em>refund</em> or <em>reprint</em>. The search finds:</p><ul><li>applications and pages,</li><li>what can be done on them.</li></ul>',
    days: [-12, 60],
  },
  {
    title: 'Statements are now kept for seven years',
    html: '<p>You find statements of the last <strong>seven years</strong> in the archive, without a request to us. Older ones are restored within two working days.</p>',
    days: [-9, 80],
    audience: 'external',
  },
  {
    title: 'Town hall in the atrium',
    html: '<p>Join us on Thursday at <b>10:00</b>, in the atrium or by video. On the agenda:</p><ol><li>What our clients told us</li><li>Plans for the next quarter</li><li>Your questions</li></ol>',
    days: [-3, 6],
    audience: 'internal',
  },
  {
    title: 'Meridian: clinic letters have a new layout',
    html: '<p>From next month letters of all Meridian clinics use the new letterhead. <a href="https://help.northgate.example/meridian-letters">See samples</a> and tell your account manager if something is missing.</p>',
    days: [-5, 30],
    clients: [2],
  },
  {
    title: 'Cascadia: meter readings arrive a day earlier',
    html: '<p>Readings are now with us by 18:00, so bills of all regions are printed <u>the same night</u>.</p>',
    days: [-6, 30],
    clients: [3],
  },
  {
    title: 'Storm season: how we keep notices going out',
    html: '<h3>If your site is closed</h3><p>Outage notices are printed at our second site within four hours. There is nothing you need to do.</p>',
    days: [-15, 45],
    industries: ['Utilities'],
  },
  {
    title: 'Calendar of the year-end close',
    html: '<p>The cut-off times of the year-end close are fixed.</p><blockquote>Last refunds: noon on the 30th. Last deposits: 16:00 on the 31st.</blockquote>',
    days: [-7, 40],
    departments: ['Finance', 'Accounting'],
  },
  {
    title: 'Refunds show who approved them',
    html: '<p>Every refund in the Payments Hub now names the person who approved it, and when. <s>Paper forms</s> are no longer needed.</p>',
    days: [-4, 25],
    systems: [102],
  },
  {
    title: 'Maintenance on Sunday morning',
    html: '<p>On Sunday from <strong>02:00 to 04:00</strong> (Central) payments and cards are read-only. Everything else works as usual.</p>',
    days: [-1, 5],
    kind: 'operational',
  },
  {
    title: 'Report library gets favorites',
    html: '<p>Soon you can mark reports the way you mark applications.</p>',
    days: [7, 60],
  },
  {
    title: 'Maintenance of the mail tracker is finished',
    html: '<p>Scans of last weekend have been added. Thank you for your patience.</p>',
    days: [-20, -10],
    status: 'expired',
    kind: 'operational',
  },
  {
    title: 'Prices for the coming year',
    html: '<h2>What changes</h2><p>Postage follows the national rates; our own prices stay as they are.</p>',
    days: [3, 90],
    status: 'review',
    audience: 'external',
  },
  {
    title: 'Cafeteria closed on Friday',
    html: '<p>This announcement was withdrawn.</p>',
    days: [-2, 10],
    status: 'deleted',
    audience: 'internal',
  },
]

/** Writes the announcements, and who has dismissed which of them. */
export async function writeAnnouncements(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
): Promise<void> {
  const all = announcements.map((announcement, index) => ({ id: index + 1, ...announcement }))
  await writer.insert('announcements', await Promise.all(all.map((one) => announcementRow(one, moment))))
  await writer.insert(
    'announcement_clients',
    all.flatMap(({ id, clients = [] }) => clients.map((client_id) => ({ announcement_id: id, client_id }))),
  )
  await writer.insert(
    'announcement_industries',
    all.flatMap(({ id, industries = [] }) =>
      industries.map((name) => ({ announcement_id: id, industry_id: industryId(name) })),
    ),
  )
  await writer.insert(
    'announcement_departments',
    all.flatMap(({ id, departments = [] }) =>
      departments.map((name) => ({ announcement_id: id, department_id: departmentId(name) })),
    ),
  )
  await writer.insert(
    'announcement_systems',
    all.flatMap(({ id, systems = [] }) => systems.map((system_id) => ({ announcement_id: id, system_id }))),
  )
  await writer.insert('user_announcements', dismissals(people, moment))
  writer.record(
    all.filter(hasBegun).map(({ id, days }) => ({
      event: 'announcement_published',
      target_kind: 'announcement',
      target_id: String(id),
      at: moment.daysAgo(-days[0], 9),
    })),
  )
  await writer.countOn('announcements')
}

const hasBegun = ({ status = 'published', days }: DemoAnnouncement) => status === 'published' && days[0] <= 0

async function announcementRow(announcement: DemoAnnouncement & { id: number }, moment: DemoMoment) {
  const { id, title, html, german, days, status = 'published' } = announcement
  const written = moment.daysAgo(Math.max(2 - days[0], 1), id * 11)
  const isPublished = status === 'published' || status === 'expired'
  return {
    id,
    title,
    message_html: await cleanRichText(html),
    language: 'en',
    translations: german ? { de: { title: german.title, message: await cleanRichText(german.html) } } : {},
    kind: announcement.kind ?? ('promotional' as const),
    audience: announcement.audience ?? ('all' as const),
    status,
    effective_from: moment.dayFromToday(days[0]),
    effective_to: days[1] === null ? null : moment.dayFromToday(days[1]),
    published_at: isPublished ? written : null,
    published_by: isPublished ? PORTAL_ADMIN : null,
    // What is in force already was announced: without this all readers would get mails now.
    announced_at: hasBegun(announcement) ? moment.daysAgo(-days[0], 9) : null,
    announced_version: hasBegun(announcement) ? 1 : null,
    notified_at: hasBegun(announcement) ? moment.daysAgo(-days[0], 9) : null,
    created_at: written,
    created_by: PORTAL_ADMIN,
    changed_at: written,
    changed_by: PORTAL_ADMIN,
  }
}

/** The welcome is dismissed by many, the search by some, among them external.user. */
function dismissals(people: readonly DemoPerson[], moment: DemoMoment) {
  const random = demoRandom(14)
  const dismissal = (userId: number, announcementId: number) => ({
    user_id: userId,
    announcement_id: announcementId,
    dismissed_at: moment.daysAgo(random.between(1, 9), userId % 300),
    dismissed_version: 1,
  })
  return people
    .filter(({ isNew, status = 1 }) => !isNew && status === 1)
    .flatMap(({ id, userName }) => [
      ...(userName === 'external.user' || random.happens(0.5) ? [dismissal(id, 1)] : []),
      ...(!userName.includes('.') && random.happens(0.2) ? [dismissal(id, 2)] : []),
    ])
}
