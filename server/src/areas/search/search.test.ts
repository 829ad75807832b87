import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchPortal } from '@portico/contract/search/search.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let person: MadeUser
let clerk: Browser
const ids: Record<string, number> = {}

beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  const client = await make.client()
  person = await make.user({ client_id: client, first_name: 'Ann', last_name: 'Lee' })
  const colleague = await make.user({ client_id: client, first_name: 'Bo', last_name: 'Park' })
  const stranger = await make.user({ client_id: await make.client() })
  const system = await make.system()
  ids['tile'] = await make.section({ name: 'Harbor statements' })
  ids['page'] = await make.page({ system_id: system, section_id: ids['tile'], name: 'Monthly harbor list' })
  const secret = await make.page({ system_id: system, section_id: ids['tile'], name: 'Harbor of others' })
  await make.grant(person, { systemId: system, pageId: ids['page'] })
  await portal.owner(
    `insert into page_search_items (page_id, name, description) values ($1, 'Berth fees', 'What a harbor charges'), ($2, 'Harbor secret', '')`,
    [ids['page'], secret],
  )
  const [link] = await portal.owner(
    `insert into user_links (user_id, name, address) values ($1, 'Tides', 'https://harbor.example'), ($2, 'Harbor of another', 'https://x.example') returning id`,
    [person.id, colleague.id],
  )
  ids['link'] = Number(link?.['id'])
  ids['document'] = (await make.document(person, { name: 'Harbor plan.pdf' })).id
  await make.document(person, { name: 'Harbor thrown away.pdf', trashed_at: new Date() })
  const shared = await make.document(colleague, { name: 'Harbor budget.xlsx' })
  ids['shared'] = shared.id
  await make.share(shared, person)
  await make.document(colleague, { name: 'Harbor private.xlsx' })
  ids['announcement'] = await make.announcement({ title: 'The harbor is closed' })
  const foreign = await make.announcement({ title: 'Harbor news for others' })
  await portal.owner('insert into announcement_clients values ($1, $2)', [foreign, stranger.clientId])
  clerk = await openSession(portal, person)
})
afterAll(() => portal.close())

const search = (text: string, browser = clerk) =>
  browser.call(searchPortal, { params: { uid: browser.userId }, query: { text } })
const titles = async (text: string, browser = clerk) =>
  (await search(text, browser)).map(({ kindCd, titleTxt }) => `${kindCd}: ${titleTxt}`)

describe('a search of the portal', () => {
  test('finds of each kind what I can see, and nothing else (S32, S33)', async () => {
    expect(await search('harbor')).toEqual([
      { kindCd: 'tile', id: ids['tile'], titleTxt: 'Harbor statements', placeTxt: null, sectionId: ids['tile'] },
      {
        kindCd: 'page',
        id: ids['page'],
        titleTxt: 'Monthly harbor list',
        placeTxt: 'Harbor statements',
        sectionId: ids['tile'],
      },
      {
        kindCd: 'item',
        id: ids['page'],
        titleTxt: 'Berth fees',
        placeTxt: 'Monthly harbor list',
        sectionId: ids['tile'],
      },
      { kindCd: 'link', id: ids['link'], titleTxt: 'Tides', placeTxt: 'https://harbor.example', sectionId: null },
      { kindCd: 'document', id: ids['document'], titleTxt: 'Harbor plan.pdf', placeTxt: null, sectionId: null },
      { kindCd: 'shared', id: ids['shared'], titleTxt: 'Harbor budget.xlsx', placeTxt: 'Bo Park', sectionId: null },
      {
        kindCd: 'announcement',
        id: ids['announcement'],
        titleTxt: 'The harbor is closed',
        placeTxt: null,
        sectionId: null,
      },
    ])
  })

  test('requires every word, in any order and case, and takes wildcards literally', async () => {
    expect(await titles('  PLAN  harbor ')).toEqual(['document: Harbor plan.pdf'])
    expect(await titles('harbor cathedral')).toEqual([])
    expect(await titles('%')).toEqual([])
    expect(await titles('_')).toEqual([])
    expect(await titles(`' or 1=1 --`)).toEqual([])
    expect(await titles('   ')).toEqual([])
  })

  test('shows first what begins with the letters, and six of a kind', async () => {
    const many = await portal.make.user()
    await portal.owner(
      `insert into user_links (user_id, name, address)
       select $1, case n when 7 then 'Ship' when 3 then 'My ship' else 'Flagship ' || 10 - n end, 'https://x.example' from generate_series(1, 9) n`,
      [many.id],
    )
    expect(await titles('ship', await openSession(portal, many))).toEqual([
      'link: Ship',
      'link: My ship',
      'link: Flagship 1',
      'link: Flagship 2',
      'link: Flagship 4',
      'link: Flagship 5',
    ])
  })
})
