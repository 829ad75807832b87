import type { DemoPerson } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Links of external.user only, so that an empty page can be seen too. */
const links = [
  { name: 'Weather', address: 'https://www.weather.gov/', daysAgo: 30 },
  { name: 'Time zones of the world', address: 'https://www.timeanddate.com/worldclock/', daysAgo: 21 },
  { name: 'Public holidays', address: 'https://www.timeanddate.com/holidays/us/', daysAgo: 9 },
]

/** The personal links of the demo. */
export async function writeLinks(writer: DemoWriter, moment: DemoMoment, people: readonly DemoPerson[]): Promise<void> {
  const owner = people.find(({ userName }) => userName === 'external.user')?.id ?? 0
  await writer.insert(
    'user_links',
    links.map(({ name, address, daysAgo }, index) => ({
      id: index + 1,
      user_id: owner,
      name,
      address,
      created_at: moment.daysAgo(daysAgo),
    })),
  )
  await writer.countOn('user_links')
}
