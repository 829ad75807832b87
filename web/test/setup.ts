import '../src/zod-setup.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../src/api/query.ts'
import { endSession } from '../src/api/session.ts'
import { forgetAnswers, server } from './answer.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  // The environment has no layout: nobody scrolls in it.
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  endSession('lost')
  queryClient.clear()
  forgetAnswers()
  sessionStorage.clear()
  localStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
})
