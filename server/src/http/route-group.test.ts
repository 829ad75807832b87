import { allEndpoints } from '@portico/contract/areas.ts'
import { expect, test } from 'vitest'
import { createLogger } from '../logging.ts'
import { routeGroup, routeGroups } from './route-group.ts'
import { type AnsweredRequest, httpServer } from './server.ts'

const groupOf = (name: string) => routeGroup(allEndpoints().find(({ exportName }) => exportName === name)?.endpoint)

test('an operator sees how long sign-ins, files and the work of administrators take, each by itself', () => {
  expect(groupOf('login')).toBe('sign-in')
  expect(groupOf('exportUsers')).toBe('files')
  expect(groupOf('listAuditEvents')).toBe('administration-reads')
  expect(groupOf('addAnnouncement')).toBe('administration-writes')
  expect(groupOf('listAnnouncements')).toBe('own-reads')
  expect(groupOf('dismissAnnouncement')).toBe('own-writes')
  const found = new Set(allEndpoints().map(({ endpoint }) => routeGroup(endpoint)))
  expect([...found, 'other'].toSorted()).toEqual([...routeGroups].toSorted())
})

test('pages and files of the front end are one group, and the log names one route for all files of a build', async () => {
  const answered: AnsweredRequest[] = []
  const lines: string[] = []
  const logger = createLogger('debug', 'test', { write: (line: string) => void lines.push(line) })
  const onAnswered = (request: AnsweredRequest) => void answered.push(request)
  const app = await httpServer({ logger, trustedProxies: [], isHttps: false, onAnswered })
  for (const file of ['a-1.js', 'b-2.css']) app.get(`/assets/${file}`, () => file)
  app.get('/login', () => 'page')
  for (const url of ['/assets/a-1.js', '/assets/b-2.css', '/login', '/nothing']) await app.inject(url)
  await app.close()
  expect(answered.map(({ group, status }) => `${group} ${status}`)).toEqual([
    'other 200',
    'other 200',
    'other 200',
    'other 404',
  ])
  const routes = lines.flatMap((line) => (JSON.parse(line) as { route?: string }).route ?? [])
  expect(routes).toEqual(['/assets/*', '/assets/*', '/login', 'unrouted'])
})
