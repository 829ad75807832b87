import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const KEYS = { PORTAL_HUMAN_CHECK_SITE_KEY: 'public', PORTAL_HUMAN_CHECK_SECRET: 'secret' }
const serviceOf = (name: string) => readConfig({ PORTAL_HUMAN_CHECK_SERVICE: name, ...KEYS }).humanCheckService

test('without a service, or with off, the portal’s own check is used', () => {
  expect(readConfig({}).humanCheckService).toBeNull()
  expect(readConfig({ PORTAL_HUMAN_CHECK_SERVICE: 'off' }).humanCheckService).toBeNull()
})

test.each([
  ['turnstile', 'challenges.cloudflare.com'],
  ['hcaptcha', 'api.hcaptcha.com'],
  ['recaptcha', 'www.google.com'],
])('%s is known by its name', (name, host) => {
  const service = serviceOf(name)
  expect(service).toMatchObject({ kind: name, siteKey: 'public', secret: 'secret' })
  expect(new URL(service?.verifyUrl ?? '').host).toBe(host)
  expect(service?.scriptUrl).toMatch(/^https:/)
})

test('a server of one’s own is configured by its address', () => {
  expect(serviceOf('https://check.example.com')).toMatchObject({
    kind: 'turnstile',
    scriptUrl: 'https://check.example.com/api.js?render=explicit',
    verifyUrl: 'https://check.example.com/siteverify',
    origins: ['https://check.example.com'],
  })
})

test.each([
  'http://check.example.com',
  'https://check.example.com/path',
  'https://check.example.com; script-src *',
  'https://user:word@check.example.com',
  'https://check.example.com?x',
  'captcha',
])('%s is refused: it would not be safe in the page’s policy', (name) => {
  expect(() => serviceOf(name)).toThrow('PORTAL_HUMAN_CHECK_SERVICE must be turnstile, hcaptcha, recaptcha, off')
})

test('a service needs both keys', () => {
  expect(() => readConfig({ PORTAL_HUMAN_CHECK_SERVICE: 'turnstile' })).toThrow(
    'PORTAL_HUMAN_CHECK_SITE_KEY is required with PORTAL_HUMAN_CHECK_SERVICE.\nPORTAL_HUMAN_CHECK_SECRET is required',
  )
})
