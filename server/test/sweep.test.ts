import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadEmbeddedPostgres } from '../src/db/embedded-package.ts'
import { folderPrefix, sweep } from './database.ts'

/** No process has this id. */
const ENDED = 999_999_999

test('of runs that begin at once one removes what a killed run left behind, and no other touches it', async () => {
  const embedded = await loadEmbeddedPostgres()
  const place = await mkdtemp(path.join(tmpdir(), 'portico-sweep-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const left = `${folderPrefix}${ENDED}`
  await (await embedded.start(path.join(place, left))).stop()
  const started: string[] = []
  const watched: typeof embedded = {
    ...embedded,
    start: (folder, options) => {
      started.push(path.basename(folder))
      return embedded.start(folder, options)
    },
  }
  await Promise.all([sweep(watched, place), sweep(watched, place)])
  expect(started).toEqual([left])
  expect(await readdir(place)).not.toContain(left)
})
