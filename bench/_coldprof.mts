import { startPostgres } from './postgres.ts'
import { loadData } from './load-data.ts'
import { startPortal, portalEnvironment } from './servers.ts'
const p = await startPostgres()
try {
  const d = await loadData(p, 10_000)
  const { DATABASE_URL = '', PORTAL_SECRET_KEYS = '' } = portalEnvironment(d.url)
  for (let i = 0; i < 3; i++) {
    const s = await startPortal({ environment: { DATABASE_URL, PORTAL_SECRET_KEYS, LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: '/tmp/b/cc' }, flags: i === 2 ? ['--cpu-prof', '--cpu-prof-dir=/tmp/b/coldprof'] : [] })
    await s.stop()
  }
} finally { await p.stop() }
