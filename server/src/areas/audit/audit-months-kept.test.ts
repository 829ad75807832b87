import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { archivedTrail } from '../../../test/archived-trail.ts'
import { keyRing } from '../../crypto/key-ring.ts'

const { owner, wait, add, seal, threeMonths, exported, detach, ...trail } = archivedTrail()
const { archive, problem, files, left, folder, logged } = trail

const STAYS = 'audit months stay: the folder of their files is not as it was left'
const otherKey = keyRing([{ id: 'other', key: 'fedcba9876543210fedcba9876543210' }])

test('no month leaves while the folder of the operator is not there, which the portal never makes', async () => {
  await threeMonths()
  rmSync(folder(), { recursive: true })
  await archive()
  expect(logged(STAYS)).toHaveLength(1)
  expect(existsSync(folder())).toBe(false)
  expect(await left()).toBe(10)
})

test('no month leaves while the folder lacks the file of the month before, or has another one', async () => {
  await threeMonths()
  const month = await exported()
  await detach(month)
  const file = path.join(folder(), month.record?.file ?? '')
  appendFileSync(file, '{}\n')
  await archive()
  expect(logged(STAYS)[0]).toContain('is not the one that was recorded')
  rmSync(file)
  await archive()
  expect(logged(STAYS)[1]).toContain('ENOENT')
  expect(await left()).toBe(5)
  expect(files()).toEqual([])
})

test('a file of another portal in the same folder is never replaced, whatever its lines are', async () => {
  await threeMonths()
  writeFileSync(path.join(folder(), 'audit-former.jsonl'), 'of another portal')
  const { record } = await exported({ by: otherKey })
  await expect(exported()).rejects.toThrow('is signed with the key other, which PORTAL_SECRET_KEYS does not have')
  const file = path.join(folder(), record?.file ?? '')
  writeFileSync(file, 'of another portal')
  await expect(exported()).rejects.toThrow(`the file ${file} has other lines than those of its month`)
  expect(files()).toHaveLength(2)
  expect(await left()).toBe(10)
})

test('a file that another portal has written is not removed with the try that found it', async () => {
  await threeMonths()
  const [theirs, mine] = [await exported(), await exported()]
  expect(mine.record).toEqual(theirs.record)
  await mine.discard()
  expect(files()).toHaveLength(1)
  await theirs.discard()
  expect(files()).toEqual([])
})

test('a clock that goes back makes no month anew that lies in a file', async () => {
  await threeMonths()
  await archive()
  await wait(0)
  expect(await owner('select add_audit_months() as added')).toEqual([{ added: 0 }])
})

test('a month stays where the record of its file does not fit its events and seals', async () => {
  await threeMonths()
  const month = await exported()
  const [third, eighth] = await owner<{ hash: string }>(
    "select encode(hash, 'hex') as hash from audit_seals where sequence in (3, 8) order by sequence",
  )
  for (const forged of [
    { events: 4 },
    { hash: '00' },
    { sequence: 3 },
    { sequence: 3, hash: third?.hash },
    { sequence: 8, hash: eighth?.hash },
    { laterEvents: [9] },
    { month: '2025-01' },
  ])
    await expect(
      detach({ ...month, record: month.record && ({ ...month.record, ...forged } as typeof month.record) }),
    ).rejects.toThrow('the record of a file does not fit the events and seals of the month former')
  expect(await left()).toBe(10)
  expect(await detach(month)).toBe(true)
})

test('an event of a time to come, sealed before all others, lets months leave', async () => {
  await owner("insert into audit_events (event, at) values ('link_added', now() + interval '1000 days')")
  await seal()
  await threeMonths()
  await archive()
  expect(await left()).toBe(3)
  expect(
    await owner('select sequence::integer, event_count::integer from audit_detached_months order by number'),
  ).toEqual([
    { sequence: 0, event_count: 5 },
    { sequence: 0, event_count: 3 },
  ])
  expect(await problem()).toBeNull()
  await add(1)
  await seal()
  expect(await problem()).toBeNull()
})

test('two nodes that write a month at once make one file, and one that stops leaves none', async () => {
  await threeMonths()
  await expect(exported({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect(files()).toEqual([])
  const [one, other] = await Promise.all([exported(), exported()])
  expect(files()).toEqual([one.record?.file])
  expect(other.record).toEqual(one.record)
  expect(await detach(other)).toBe(true)
  await expect(detach(one)).rejects.toThrow('is not the oldest one')
})
