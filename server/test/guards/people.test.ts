import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../portal.ts'
import { browsersOf, makeWorld, type World } from './people.ts'

let portal: Portal
let world: World
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal)
})
afterAll(() => portal.close())

const idsAfter = async (work: () => Promise<unknown>) => {
  await work()
  await world.renew('')
  return { ...world.ids }
}
const signIn = () => browsersOf(portal, world)

test('the records of the guards are made anew after a call that changed something, not because users sign in', async () => {
  const ids = await idsAfter(signIn)
  expect(await idsAfter(signIn)).toEqual(ids)
  expect(await idsAfter(() => portal.owner("insert into departments (name) values ('New')"))).not.toEqual(ids)
})
