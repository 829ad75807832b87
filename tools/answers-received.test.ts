import { describe, expect, test } from 'vitest'
import { declaredAnswers, textsAnswered } from './declared-answers.ts'
import { compareAnswers } from './compare-answers.ts'
import { root } from './lib/runtime.mjs'
import { untestedAnswers } from './untested-answers.ts'

describe('every answer that the server declares', () => {
  const declared = new Set(['code login 309', 'text login_failed', 'text busy'])

  test('has to be received, or excused', () => {
    const received = new Set(['code login 309', 'text login_failed', 'text not_declared'])
    expect(compareAnswers(declared, received, {})).toEqual({
      sum: '2 of 3 declared answers were received',
      faults: ['no test gets: text busy'],
    })
    expect(compareAnswers(declared, received, { 'text busy': 'a reason' }).faults).toEqual([])
  })

  test('is excused only as long as nobody gets it and it exists', () => {
    expect(compareAnswers(declared, declared, { 'text busy': '', 'text gone': '' }).faults).toEqual([
      'excused, but not declared: text gone',
      'excused, but received: text busy',
    ])
  })
})

test('the answers are the codes of the calls and the texts in the code of the server, but for what is worded by itself', () => {
  const code = `
    const one = refuse('409', sentences.catalog_restore_orphan)
    const other = { field: 'name', message: sentences.list_too_long({ max: 3 }) }
    const title = translate(sentences.page_title)
    const name = await texts.say(reader, sentences.product_name)
  `
  expect(textsAnswered('some.ts', code)).toEqual(['catalog_restore_orphan', 'list_too_long'])
  const declared = declaredAnswers(root)
  expect(declared.size).toBeGreaterThan(400)
  for (const answer of ['code login 309', 'text catalog_restore_orphan']) expect(declared).toContain(answer)
  expect(Object.keys(untestedAnswers).filter((answer) => !declared.has(answer))).toEqual([])
})
