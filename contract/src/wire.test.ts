import { expect, test } from 'vitest'
import { partText, wireText } from '../test/wire-text.ts'
import { allEndpoints, areas } from './areas.ts'
import { ClosedGate } from './kit/closed-gate.ts'
import { ChangedMeanwhile } from './kit/conflict.ts'
import { standardCodes } from './kit/envelope.ts'
import * as headers from './kit/headers.ts'
import { ReauthenticationNeeded } from './kit/reauthentication.ts'
import { SessionEnd } from './kit/session-end.ts'
import * as limits from './limits.ts'

const callsByArea = Map.groupBy(allEndpoints(), ({ area }) => area)

test.each([...callsByArea])(
  'the calls of %s keep their shape; a change made on purpose is recorded with -u (GENL-005, GENL-017)',
  async (area, calls) => {
    const text = calls.map((call) => wireText(call.endpoint)).join('\n\n')
    await expect(`${text}\n`).toMatchFileSnapshot(`../wire/${area}.txt`)
  },
)

test('what any call may answer keeps its shape (GENL-019, A4)', async () => {
  const lines = [
    'Codes:',
    ...Object.entries(standardCodes).map(([code, meaning]) => `  ${code}: ${meaning}`),
    'Headers:',
    ...Object.entries(headers).map(([name, header]) => `  ${name}: ${header}`),
    'Limits:',
    ...Object.entries(limits).map(([name, limit]) => `  ${name}: ${JSON.stringify(limit)}`),
    'Data of 401 where a session has ended:',
    ...partText('data', SessionEnd),
    'Data of 401 where a sign-in has to be confirmed:',
    ...partText('data', ReauthenticationNeeded),
    'Data of 403 at a gate:',
    ...partText('data', ClosedGate),
    'Data of 409:',
    ...partText('data', ChangedMeanwhile),
  ]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../wire/any-call.txt')
})

test.each([...callsByArea])('every call of %s has a summary for the readers of the API document', (area, calls) => {
  const { summaries } = areas[area]
  expect(Object.keys(summaries).toSorted()).toEqual(calls.map(({ exportName }) => exportName).toSorted())
  expect(Object.values(summaries).filter((summary) => !/^[A-Z].{9,}$/.test(summary))).toEqual([])
})
