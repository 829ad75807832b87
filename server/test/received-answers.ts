import { appendFileSync } from 'node:fs'
import path from 'node:path'

/** Folder in which each process of a run writes what it received; absent: nobody asks. */
const folder = process.env['RECEIVED_ANSWERS_FOLDER']

const received = new Set<string>()

interface AnswerLine {
  call?: string
  code: string
  texts: readonly string[]
}

/**
 * Takes a line of the server's log; where it is of an answer with a code or texts, writes down each that this process
 * gets for the first time: `code <call> <code>` and `text <key>`. tools/answers-received.ts reads them.
 */
export function recordAnswer(line: string): void {
  if (folder === undefined || !line.includes('"texts":[')) return
  const { call, code, texts } = JSON.parse(line) as AnswerLine
  const facts = [...(call ? [`code ${call} ${code}`] : []), ...texts.map((key) => `text ${key}`)]
  write(facts)
}

function write(facts: readonly string[]): void {
  const fresh = facts.filter((fact) => !received.has(fact))
  for (const fact of fresh) received.add(fact)
  if (folder !== undefined && fresh.length > 0)
    appendFileSync(path.join(folder, String(process.pid)), `${fresh.join('\n')}\n`)
}

/** Demands of the run of all tests that one of them receives this. */
export const declareAnswer = (fact: string): void => write([`declared ${fact}`])

interface RequestLine {
  reqId: string
  call?: string
}

/** Writes down which events the calls of a portal left in its audit trail: `event <call> <event>`. */
export async function recordEvents(
  logged: readonly string[],
  owner: (text: string) => Promise<Record<string, unknown>[]>,
): Promise<void> {
  if (folder === undefined) return
  const lines = logged.filter((line) => line.includes('"call":')).map((line) => JSON.parse(line) as RequestLine)
  const calls = new Map(lines.map(({ reqId, call }) => [reqId, call]))
  const events = await owner('select request_id, event from audit_events where request_id is not null')
  write(
    events.flatMap(({ request_id: id, event }) => {
      const call = calls.get(String(id))
      return call ? [`event ${call} ${String(event)}`] : []
    }),
  )
}
