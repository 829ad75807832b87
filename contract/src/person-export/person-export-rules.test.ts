import { expect, test } from 'vitest'
import { isExportUnderWay, personExportStates } from './person-export-rules.ts'

test('an export is under way until it is ready or has failed', () => {
  const underWay = personExportStates.filter((stateCd) => isExportUnderWay({ stateCd }))
  expect(underWay).toEqual(['queued', 'running'])
  expect([null, undefined].map(isExportUnderWay)).toEqual([false, false])
})
