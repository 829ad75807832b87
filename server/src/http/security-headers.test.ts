import { expect, test } from 'vitest'
import { pagePolicy } from './security-headers.ts'

const directives = (policy: string) =>
  new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]))

test('the page allows scripts, frames and calls of a human check service, and of no other site (S75)', () => {
  const [closed, open] = [directives(pagePolicy('n')), directives(pagePolicy('n', ['https://check.example.com']))]
  expect(closed.has('frame-src')).toBe(false)
  expect(open.get('frame-src')).toEqual(['https://check.example.com'])
  for (const [name, sources] of open)
    expect(sources.filter((source) => !closed.get(name)?.includes(source))).toEqual(
      ['script-src', 'connect-src', 'frame-src'].includes(name ?? '') ? ['https://check.example.com'] : [],
    )
})
