import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bodyTypeOf, codeData, endpoint, isEndpoint, type Kind, pathParams } from './endpoint.ts'
import { anyone } from './guard.ts'

const declared = {
  name: 'x',
  method: 'POST',
  path: '/ccservices/x/{uid}/{pageId}/{adminuid}',
  guard: anyone,
} as const

describe('a call', () => {
  test('accepts and returns nothing, and compares the ids of users in its address, unless it declares otherwise (A7)', () => {
    expect(endpoint(declared)).toEqual({
      ...declared,
      alsoAt: [],
      kind: 'json',
      params: undefined,
      query: undefined,
      body: undefined,
      data: undefined,
      codes: {},
      rate: 'ordinary',
      background: false,
      alsoTakes: [],
      ownIds: ['uid', 'adminuid'],
      actingIds: [],
      files: {},
    })
    expect(endpoint({ ...declared, path: '/x/{adminId}' }).ownIds).toEqual(['adminId'])
    expect(endpoint({ ...declared, ownIds: [], rate: 'search' })).toMatchObject({ ownIds: [], rate: 'search' })
  })

  test('is known by its guard, path and method', () => {
    const { guard, path, method } = declared
    expect(isEndpoint({ guard, path, method })).toBe(true)
    for (const other of [{ guard, path }, { guard, method }, { path, method }, null, undefined, 'guard path method'])
      expect(isEndpoint(other)).toBe(false)
  })

  test('has the parameters of its address in their order', () => {
    expect(pathParams('/a/{one}/b/{two_2}/{}/{a-b}/three')).toEqual(['one', 'two_2'])
  })

  test.each<[Kind, string]>([
    ['json', 'application/json'],
    ['file', 'application/json'],
    ['attachment', 'application/json'],
    ['upload', 'multipart/form-data'],
    ['form-files', 'multipart/form-data'],
    ['form', 'application/x-www-form-urlencoded'],
    ['form-download', 'application/x-www-form-urlencoded'],
    ['redirect', 'application/x-www-form-urlencoded'],
  ])('of the kind %s takes %s', (kind, type) => expect(bodyTypeOf(endpoint({ ...declared, kind }))).toBe(type))

  test('has data for the codes that declare some', () => {
    const data = z.string()
    const one = endpoint({ ...declared, codes: { '204': 'nothing', '409': { message: 'taken', data } } })
    expect([codeData(one, '409'), codeData(one, '204'), codeData(one, '404')]).toEqual([data, undefined, undefined])
  })
})
