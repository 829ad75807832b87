import { pages, sections } from './demo-catalog.ts'
import type { DemoPerson } from './demo-person.ts'
import { demoRandom } from './demo-random.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Favorites and opened sections of external.user: days ago by section. */
const favorites = ['Statements', 'File Exchange']
const opened = new Map([
  ['Statements', 1],
  ['Payments', 2],
  ['File Exchange', 3],
  ['Support', 8],
])

/** Writes favorites and recently opened applications. */
export async function writePreferences(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
): Promise<void> {
  const random = demoRandom(5)
  const habits = people
    .filter(({ isNew, status = 1 }) => !isNew && status === 1)
    .flatMap((person) => {
      const own = pages.filter(({ id }) => person.access.pages.includes(id))
      return person.userName === 'external.user'
        ? own.map((page) => ({ person, page, ...namedHabit(page.sectionId) }))
        : own.map((page) => ({
            person,
            page,
            isFavorite: page.sectionId % 4 === person.id % 4 && !page.isSwitchedOff,
            daysAgo: random.happens(0.6) ? random.between(1, 45) : null,
          }))
    })
  await writer.insert(
    'user_page_accesses',
    habits.flatMap(({ person, page, daysAgo }) =>
      daysAgo === null
        ? []
        : [{ user_id: person.id, page_id: page.id, last_accessed_at: moment.daysAgo(daysAgo, page.id) }],
    ),
  )
  const bySection = Map.groupBy(habits, ({ person, page }) => `${person.id} ${page.sectionId}`)
  await writer.insert(
    'user_section_preferences',
    [...bySection.values()].map((own) => {
      const days = own.flatMap(({ daysAgo }) => daysAgo ?? [])
      return {
        user_id: own[0]?.person.id ?? 0,
        section_id: own[0]?.page.sectionId ?? 0,
        is_favorite: own.some(({ isFavorite }) => isFavorite),
        last_accessed_at: days.length ? moment.daysAgo(Math.min(...days), 7) : null,
      }
    }),
  )
}

function namedHabit(sectionId: number): { isFavorite: boolean; daysAgo: number | null } {
  const name = sections.find(({ id }) => id === sectionId)?.name ?? ''
  return { isFavorite: favorites.includes(name), daysAgo: opened.get(name) ?? null }
}
