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
  const fresh = facts.filter((fact) => !received.has(fact))
  for (const fact of fresh) received.add(fact)
  if (fresh.length > 0) appendFileSync(path.join(folder, String(process.pid)), `${fresh.join('\n')}\n`)
}
