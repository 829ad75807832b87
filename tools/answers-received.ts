import { readFileSync } from 'node:fs'
import { argv } from 'node:process'
import { declaredAnswers } from './declared-answers.ts'
import { compareAnswers } from './compare-answers.ts'
import { root } from './lib/runtime.mjs'
import { untestedAnswers } from './untested-answers.ts'

// node tools/answers-received.ts <file>: whether the tests of the server received every answer that it declares. The file has
// one answer a line, as server/test/received-answers.ts writes them; a run of all these tests makes it (tools/test.mjs).

/** Begins a line of what a test demands of the others: events of calls that need several steps. */
const DECLARED = 'declared '

const received = new Set(readFileSync(argv[2] ?? '', 'utf8').split('\n'))
const declared = [...received].filter((line) => line.startsWith(DECLARED)).map((line) => line.slice(DECLARED.length))
const all = new Set([...declaredAnswers(root), ...declared])
const { sum, faults } = compareAnswers(all, received, untestedAnswers)
console.log([sum, ...faults].join('\n'))
process.exitCode = faults.length > 0 ? 1 : 0
